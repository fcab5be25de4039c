package dev.reveille.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.ColorScheme;
import dev.reveille.protocol.JsonText;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Messages as people read them: Markdown, whole texts, replies, coming and going, priority. */
class DashboardMessagesTest extends InBrowser {
  DashboardMessagesTest(@TempDir Path folder) {
    super(folder);
  }

  private static String reply(WireAgent agent, String content, String to) {
    agent.send(
        new JsonText()
            .field("type", "MSG")
            .field("to", "#general")
            .field("content", content)
            .field("in_reply_to", to)
            .field("client_msg_id", content));
    return agent
        .await(m -> m.path("client_msg_id").asString("").equals(content))
        .path("msg_id")
        .asString("");
  }

  private static List<String> texts(Chromium.View view, String selector) {
    return view.page.locator(selector).allInnerTexts();
  }

  @Test
  void markdown_is_shown_and_code_stays_code() {
    try (var server = start(0);
        var ada = WireAgent.guest(server.uri(), "ada");
        var _ = WireAgent.guest(server.uri(), "bob");
        var view = chromium.open(server, 1440, 900, ColorScheme.LIGHT).go("#/channel/general")) {
      var code = "if (a < b) { say(\"@bob @@cb:5s@@ *x*\"); }\n\tindented <b>";
      say(
          ada,
          "#general",
          "**Bold** and *lean* of @bob and `@bob **not**`.\n\n1. one\n2. two\n   - inner\n\n"
              + "> quoted\n\n| Year | Rows |\n|---|--:|\n| 2018 | 412 |\n\n```java\n"
              + code
              + "\n```\nafter <i>html</i>\n\n```diff\n-old\n+new\n same\n```");
      view.until(".m .md pre", "indented");
      assertThat(texts(view, ".m .md b")).containsExactly("Bold");
      assertThat(texts(view, ".m .md em")).containsExactly("lean");
      assertThat(texts(view, ".m .md ol > li > p")).containsExactly("one", "two");
      assertThat(texts(view, ".m .md ul li")).containsExactly("inner");
      assertThat(texts(view, ".m .md blockquote")).containsExactly("quoted");
      assertThat(texts(view, ".m .md th")).containsExactly("Year", "Rows");
      assertThat(texts(view, ".m .md td")).containsExactly("2018", "412");
      assertThat(texts(view, ".m .md p code")).containsExactly("@bob **not**");
      // The one outside of code stands out, those inside do not.
      assertThat(texts(view, ".m .mention")).containsExactly("@bob");
      assertThat(view.page.locator(".m .md pre code").first().textContent()).isEqualTo(code);
      assertThat(view.text(".m .md pre .d.p").strip()).isEqualTo("+new");
      assertThat(view.text(".m .md pre .d.c").strip()).isEqualTo("-old");
      assertThat(view.text(".m .md")).contains("after <i>html</i>");
      view.page.context().grantPermissions(List.of("clipboard-read", "clipboard-write"));
      view.page.locator(".m .code").first().hover();
      view.page.locator(".m .copy").first().click();
      view.until(".m .copy", "Copied");
      assertThat(view.ask("navigator.clipboard.readText()")).isEqualTo(code);
      view.picture("markdown");
      assertThat(view.trouble()).isEmpty();
    }
  }

  @Test
  void a_long_message_is_folded_and_shown_whole_on_click() {
    var log =
        IntStream.rangeClosed(1, 118).mapToObj(i -> "line " + i).collect(Collectors.joining("\n"));
    try (var server = start(0);
        var ada = WireAgent.guest(server.uri(), "ada");
        var view = chromium.open(server, 400, 800, ColorScheme.DARK).go("#/channel/general")) {
      say(ada, "#general", log);
      say(ada, "#general", "short");
      view.until(".m .whole", "Show all 118 lines");
      assertThat(view.text(".m .md")).contains("line 24").doesNotContain("line 25");
      view.page.locator(".m .whole").click();
      view.until(".m .md", "line 118");
      view.until(".m .whole", "Show less");
      view.page.locator(".m .whole").scrollIntoViewIfNeeded();
      view.page.locator(".m .whole").click();
      view.until(".m .whole", "Show all 118 lines");
      assertThat(view.page.locator(".m .whole").count()).isEqualTo(1);
      view.go("#/activity").until(".entry .text", "line 1 line 2");
      view.page.locator(".entry button.text", withText("line 1 line 2")).click();
      view.until(".entry .all-of-it", "line 118");
      assertThat(view.trouble()).isEmpty();
    }
  }

  @Test
  void a_link_says_where_it_leads_and_nothing_is_loaded_from_elsewhere() {
    try (var server = start(0);
        var eve = WireAgent.guest(server.uri(), "eve");
        var view = chromium.open(server)) {
      var asked = new ArrayList<String>();
      view.page.onRequest(request -> asked.add(request.url()));
      view.go("#/channel/general");
      say(eve, "#general", "[your bank](https://evil.example/a_(b)) and https://example.com/x.");
      say(eve, "#general", "![pixel](https://evil.example/p.png) <img src=https://evil.example/i>");
      say(
          eve,
          "#general",
          "[a](javascript:alert(1)) [b](data:text/html,x) [c](//evil.example) [d](file:///etc)"
              + " [e](https://user:pw@evil.example) [f]( javascript:alert(2)) [g](JaVaScRiPt:x)");
      say(eve, "#general", "[homograph](https://\u0440\u0430ypal.example/)");
      view.until(".m .addr", "(https://evil.example/a_(b))");
      view.until(".m .addr", "(https://evil.example/p.png)");
      view.until(".m .addr", "(https://xn--");
      view.until(".m .text", "[a](javascript:alert(1)) [b](data:text/html,x)");
      var addresses =
          String.valueOf(
              view.ask(
                  "[...document.querySelectorAll('.m .md a')].map(a => a.getAttribute('href') + ' '"
                      + " + a.rel + ' ' + a.target).join('|')"));
      assertThat(addresses.split("\\|"))
          .hasSize(5)
          .allMatch(a -> a.matches("https://\\S+ noopener noreferrer nofollow _blank"));
      assertThat(asked).allMatch(url -> "localhost".equals(URI.create(url).getHost()));
      assertThat(asked).noneMatch(url -> url.contains("evil"));
      assertThat(view.trouble()).isEmpty();
    }
  }

  @Test
  void replies_are_collapsed_under_their_question_and_open_beside_it() {
    try (var server = start(0);
        var ada = WireAgent.guest(server.uri(), "ada");
        var bob = WireAgent.guest(server.uri(), "bob");
        var view = chromium.open(server, 1440, 900, ColorScheme.LIGHT).go("#/channel/general")) {
      var question = bob.say("#general", "Which of these is right?", "q").path("msg_id").asString();
      var first = reply(ada, "The **second** is safer", question);
      reply(bob, "So be it", first);
      view.until(".m .thr", "2 replies");
      // Directly under the question no further line is needed.
      assertThat(view.page.locator(".fold.replies").count()).isZero();
      say(bob, "#general", "something else");
      view.until(".m .text", "something else");
      reply(ada, "I do it now", question);
      view.until(".m .thr", "3 replies");
      view.until(".fold.replies", "ada replied to bob");
      assertThat(texts(view, ".room .m .text"))
          .containsExactly("Which of these is right?", "something else");
      view.page.locator(".m .thr").click();
      view.until("aside .m .text", "I do it now");
      assertThat(texts(view, "aside .m .text"))
          .containsExactly(
              "Which of these is right?", "The second is safer", "So be it", "I do it now");
      view.picture("thread");
      view.page.locator("aside .side-close").click();
      view.until("aside .members", "bob");
      // On a narrow screen the replies are a page of their own.
      view.page.setViewportSize(400, 800);
      view.page.locator(".fold.replies button").click();
      view.until("aside .m .text", "I do it now");
      assertThat(view.page.locator(".room").isVisible()).isFalse();
      assertThat(view.trouble()).isEmpty();
    }
  }

  @Test
  void those_who_come_and_go_share_one_line() {
    try (var server = start(0);
        var ada = WireAgent.guest(server.uri(), "ada");
        var view = chromium.open(server).go("#/channel/general")) {
      say(ada, "#general", "before");
      view.until(".m .text", "before");
      for (int i = 1; i <= 5; i++) WireAgent.guest(server.uri(), "w" + i).close();
      view.until(".fold", "w1, w2 and 3 others came and went");
      say(ada, "#general", "after");
      view.until(".m .text", "after");
      assertThat(view.page.locator(".m").count()).isEqualTo(2);
      view.page.locator(".fold-line", withText("w1, w2")).click();
      view.until(".fold li", "w5 went offline");
      view.go("#/activity").until(".entry.moves .text", "w1, w2 and 3 others came and went");
      view.page.locator(".entry.moves button", withText("w1, w2")).click();
      view.until(".entry.moves li", "w5 went offline");
      // Who filters for it sees each of it.
      view.page
          .locator("select")
          .selectOption(
              new com.microsoft.playwright.options.SelectOption().setLabel("coming and going"));
      view.until(".entry .text", "came online");
      assertThat(view.page.locator(".entry.moves").count()).isZero();
      assertThat(view.trouble()).isEmpty();
    }
  }

  @Test
  void the_priority_of_a_message_is_shown() {
    try (var server = start(0);
        var ada = WireAgent.guest(server.uri(), "ada");
        var view = chromium.open(server)) {
      say(ada, "#general", "urgent");
      view.page.route(
          "**/api/channels/general/messages*",
          (Route route) -> {
            var answer = route.fetch();
            route.fulfill(
                new Route.FulfillOptions()
                    .setResponse(answer)
                    .setBody(
                        answer
                            .text()
                            .replace(
                                "\"content\":\"urgent\"",
                                "\"content\":\"urgent\",\"priority\":\"high\"")));
          });
      view.go("#/channel/general").until(".m .prio", "high priority");
      assertThat(view.page.locator(".m .prio svg").count()).isEqualTo(1);
    }
  }

  @Test
  void hidden_letters_and_those_that_turn_others_around_are_shown_by_their_number() {
    try (var server = start(0);
        var eve = WireAgent.guest(server.uri(), "eve");
        var view = chromium.open(server).go("#/channel/general")) {
      say(eve, "#general", "\u202Egnp.exe zero\u200B\u200Bwidth `rm\u2066 -rf` joined 👩\u200D👧");
      eve.send(
          new JsonText()
              .field("type", "SET_PRESENCE")
              .field("status", "online")
              .field("status_text", "\u202Eadmin"));
      view.until(".m .hid", "U+202E");
      assertThat(texts(view, ".m .text .hid"))
          .containsExactly("U+202E", "U+200B and 1 more", "U+2066");
      assertThat(view.text(".m .text")).contains("👩\u200D👧").doesNotContain("\u202E");
      view.go("#/agents").until(".agent .says .hid", "U+202E");
      view.go("#/activity").until(".entry .hid", "U+202E");
      assertThat(view.trouble()).isEmpty();
    }
  }
}
