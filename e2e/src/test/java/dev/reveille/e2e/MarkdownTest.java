package dev.reveille.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The parser of Markdown in the browser that uses it: what it makes of texts, and its limits. */
class MarkdownTest extends InBrowser {
  MarkdownTest(@TempDir Path folder) {
    super(folder);
  }

  /** Writes a tree in a short form: {@code p(one b(two))}. */
  private static final String SHORT =
      """
      const short = n => {
        if (Array.isArray(n)) return n.map(short).join(' ');
        switch (n.type) {
          case 'text': return n.text;
          case 'c': return 'c(' + n.text + ')';
          case 'a': return (n.image ? 'image(' : 'a(') + n.text + ' -> ' + n.href + ')';
          case 'code': return 'code' + (n.lang ? ':' + n.lang : '') + '(' + n.text + ')';
          case 'quote': return 'quote(' + short(n.blocks) + ')';
          case 'list': return (n.ordered ? 'ol' + n.start : 'ul') + '(' + n.items.map(i => 'li(' + short(i) + ')').join(' ') + ')';
          case 'table': return 'table(' + [n.head, ...n.rows].map(r => r.map(c => short(c)).join('|')).join(' / ') + ')';
          case 'hr': return 'hr';
          default: return n.type + '(' + n.inline.map(short).join('') + ')';
        }
      };
      """;

  private static String parsed(Chromium.View view, String text) {
    return String.valueOf(
        view.page.evaluate(
            "async text => {"
                + SHORT
                + " return short((await import('/markdown.js')).parse(text)); }",
            text));
  }

  private static Map<String, String> expected() {
    var all = new LinkedHashMap<String, String>();
    all.put("a *b* **c** ***d*** ~~e~~", "p(a i(b) b(c) i(b(d)) s(e))");
    all.put("a_b_c snake_case 2 * 3 * 4 x* **y", "p(a_b_c snake_case 2 * 3 * 4 x* **y)");
    all.put("_a_ __b__ \\*c\\* C:\\Users", "p(i(a) b(b) *c* C:\\Users)");
    all.put("`a *b*` ``c ` d`` `e", "p(c(a *b*) c(c ` d) `e)");
    all.put("# Title\ntext", "h(Title) p(text)");
    all.put("#general is here", "p(#general is here)");
    all.put("one\ntwo\n\nthree", "p(one\ntwo) p(three)");
    all.put("- a\n- b\n  - c\n- d", "ul(li(p(a)) li(p(b) ul(li(p(c)))) li(p(d)))");
    all.put("3. a\n4. b\n\n   more\n5. c", "ol3(li(p(a)) li(p(b) p(more)) li(p(c)))");
    all.put("- a\n```\nx\n```", "ul(li(p(a))) code(x)");
    all.put("- a\n  ```\n  x\n  ```\n- b", "ul(li(p(a) code(x)) li(p(b)))");
    all.put("> a\n> > b\nc", "quote(p(a) quote(p(b))) p(c)");
    all.put("```java x\n@@cb:5s@@ *a*\n```\nb", "code:java(@@cb:5s@@ *a*) p(b)");
    all.put("~~~\n```\n~~~", "code(```)");
    all.put("```\nnot closed", "code(not closed)");
    all.put("a\n---\nb\n* * *", "p(a) hr p(b) hr");
    all.put("|a|b|\n|-|-|\n|1|\n|2|3|4|", "table(a|b / 1| / 2|3 | 4)");
    all.put("|a|b|\n|-|\nc", "p(|a|b|\n|-|\nc)");
    all.put("a | b\n--- | ---\n`x` | **y**", "table(a|b / c(x)|b(y))");
    all.put("[x](https://e.example/a_(b) \"t\")", "p(a(x -> https://e.example/a_(b)))");
    all.put("![x](http://e.example/)", "p(image(x -> http://e.example/))");
    all.put("(https://e.example/a).", "p((a(https://e.example/a -> https://e.example/a)).)");
    all.put("[x](javascript:alert(1))", "p([x](javascript:alert(1)))");
    all.put("[x](https://a:b@e.example)", "p([x](https://a:b@e.example))");
    all.put("xhttps://e.example ftp://e.example", "p(xhttps://e.example ftp://e.example)");
    all.put("<b>a</b> &lt; <!-- c -->", "p(<b>a</b> &lt; <!-- c -->)");
    all.put("", "");
    all.put(" \n\t\n", "");
    return all;
  }

  @Test
  void each_kind_of_text_is_what_people_expect() {
    try (var server = start(0);
        var view = chromium.open(server).go("#/agents")) {
      expected().forEach((text, tree) -> assertThat(parsed(view, text)).as(text).isEqualTo(tree));
    }
  }

  /** Texts that would take long, nest deep or fill the page, if there were no limits. */
  private static final String BOMBS =
      """
      (async () => {
        const m = await import('/markdown.js');
        const bombs = {
          quotes: '>'.repeat(100000), lists: Array.from({length: 3000}, (_, i) => ' '.repeat(2 * i) + '- x').join('\\n'),
          stars: '*'.repeat(100000), opened: '*a '.repeat(60000), nested: '*a'.repeat(30000) + 'a*'.repeat(30000), mixed: '**_~~'.repeat(40000),
          brackets: '['.repeat(200000), links: '[a]('.repeat(50000), empty: '[](a'.repeat(50000), ticks: Array.from({length: 600}, (_, i) => '`'.repeat(i + 1)).join(' '), pairs: '` '.repeat(100000),
          wide: '|a'.repeat(3000) + '|\\n' + '|-'.repeat(3000) + '|\\n' + ('|b'.repeat(3000) + '|\\n').repeat(20), tall: '|a|b|\\n|-|-|\\n' + '|x|y|\\n'.repeat(33000), heads: '|a\\n-\\n'.repeat(30000),
          addresses: 'http://a.b/ '.repeat(16000), brackets2: 'http://a.b/' + ')'.repeat(190000), fences: '```\\n'.repeat(50000), items: '1. x\\n'.repeat(40000), lazy: '- a\\n' + 'b\\n'.repeat(90000),
          blank: ' '.repeat(190000) + 'x', lines: '\\n'.repeat(200000), rule: '- '.repeat(90000) + 'x', inside: '> - 1. '.repeat(28000), huge: 'x'.repeat(5000000),
        };
        const nodes = n => Array.isArray(n) ? n.reduce((s, x) => s + nodes(x), 0) : n && typeof n === 'object' ? 1 + Object.values(n).reduce((s, x) => s + nodes(x), 0) : 0;
        const deep = n => Array.isArray(n) ? Math.max(0, ...n.slice(0, 1000).map(deep)) : n && typeof n === 'object' ? 1 + Math.max(0, ...Object.values(n).map(deep)) : 0;
        const bad = [];
        for (const [name, text] of Object.entries(bombs)) {
          const began = performance.now();
          const tree = m.parse(text);
          const took = performance.now() - began;
          if (took > 2000 || nodes(tree) > 4 * m.LIMITS.nodes || deep(tree) > 40) bad.push(name + ' ' + Math.round(took) + ' ms, ' + nodes(tree) + ' nodes, ' + deep(tree) + ' deep');
        }
        return bad.join('; ');
      })()
      """;

  @Test
  void no_text_takes_long_nests_deep_or_fills_the_page() {
    try (var server = start(0);
        var view = chromium.open(server).go("#/agents")) {
      assertThat(view.ask(BOMBS)).isEqualTo("");
    }
  }

  /** Letters in order; all that is not a mark of Markdown must be there afterwards. */
  private static final String LETTERS =
      """
      (async () => {
        const m = await import('/markdown.js');
        let seed = 42;
        const next = n => (seed = (seed * 1103515245 + 12345) % 2147483648) % n;
        const pieces = ['a', 'bc', 'd e', '*', '**', '_', '~~', '`', '```', '\\n', '\\n\\n', '- ', '> ', '# ', '|', '|-|', '[', ']', '(', ')', '\\\\', ' ', '  ', '\\t', '!', 'https://e.example/f', '---'];
        const letters = text => text.replace(/[^a-z]/g, '');
        const said = n => Array.isArray(n) ? n.map(said).join('') : (n.info || '') + (n.text || '') + [n.inline, n.blocks, n.items, n.head, n.rows].filter(x => x).map(said).join('');
        for (let round = 0; round < 3000; round++) {
          const text = Array.from({length: 1 + next(40)}, () => pieces[next(pieces.length)]).join('');
          const tree = m.parse(text);
          // The address of a link with a name stands beside its words.
          const links = [];
          const find = n => Array.isArray(n) ? n.forEach(find) : (n.type === 'a' && links.push(n), [n.inline, n.blocks, n.items, n.head, n.rows].filter(x => x).forEach(find));
          find(tree);
          if (links.some(l => l.text !== l.href)) continue;
          if (letters(said(tree)) !== letters(text)) return JSON.stringify([round, text, tree]);
          if (letters(m.beginning(text, 3)) !== letters(text).slice(0, letters(m.beginning(text, 3)).length)) return 'beginning ' + JSON.stringify(text);
        }
        return '';
      })()
      """;

  @Test
  void nothing_that_was_said_is_lost() {
    try (var server = start(0);
        var view = chromium.open(server).go("#/agents")) {
      assertThat(view.ask(LETTERS)).isEqualTo("");
    }
  }

  @Test
  void a_page_full_of_hostile_markdown_stays_a_page() {
    try (var server = start(0);
        var eve = WireAgent.guest(server.uri(), "eve");
        var view = chromium.open(server).go("#/channel/general")) {
      say(eve, "#general", "> ".repeat(900) + "deep");
      say(eve, "#general", "|a|b|\n|-|-|\n" + "|x|y|\n".repeat(700));
      say(eve, "#general", "*a".repeat(900) + "a*".repeat(900));
      say(eve, "#general", "[" + "x".repeat(3000) + "](https://e.example/)");
      say(eve, "#general", "z\u0301".repeat(1) + "\u0301".repeat(1500));
      say(eve, "#general", "and that was all");
      view.until(".m .text", "and that was all");
      for (int i = 0; i < 3; i++) {
        view.ask("document.querySelector('.list').scrollTop = 0");
        view.page.waitForTimeout(200);
      }
      view.until(".m .text", "deep");
      view.page.locator(".m .whole").first().click();
      view.page.waitForTimeout(300);
      assertThat(view.number("document.querySelectorAll('.m blockquote').length")).isLessThan(10);
      assertThat(view.number("document.documentElement.scrollWidth - innerWidth"))
          .isLessThanOrEqualTo(0);
      assertThat(view.number("document.querySelectorAll('.m *').length")).isLessThan(20_000);
      assertThat(view.trouble()).isEmpty();
    }
  }
}
