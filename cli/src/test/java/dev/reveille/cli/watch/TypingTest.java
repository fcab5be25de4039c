package dev.reveille.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TypingTest {
  private static List<Key> keys(String typed) throws IOException {
    var at = new int[1];
    var keys =
        new Keys(millis -> at[0] < typed.length() ? typed.charAt(at[0]++) : millis > 0 ? -2 : -1);
    var all = new ArrayList<Key>();
    for (var key = keys.next(); key.isPresent(); key = keys.next()) all.add(key.get());
    return all;
  }

  private static Key press(Key.Name name) {
    return new Key.Press(name);
  }

  @Test
  void letters_sequences_and_pastes_are_told_apart() throws IOException {
    assertThat(keys("a🌍\r"))
        .containsExactly(new Key.Text("a"), new Key.Text("🌍"), press(Key.Name.ENTER));
    assertThat(keys("\u001b[A\u001bOB\u001b[5~\u001b[3~\u001b[1;5C"))
        .containsExactly(
            press(Key.Name.UP),
            press(Key.Name.DOWN),
            press(Key.Name.PAGE_UP),
            press(Key.Name.DELETE),
            press(Key.Name.UNKNOWN));
    assertThat(keys("\u001b[200~one\r\ntwo\u001b[201~x"))
        .containsExactly(new Key.Text("one\ntwo"), new Key.Text("x"));
    assertThat(keys("\u001b")).containsExactly(press(Key.Name.ESCAPE));
    assertThat(keys("\u0003\u0004\u000e\u0010"))
        .containsExactly(
            press(Key.Name.INTERRUPT),
            press(Key.Name.QUIT),
            press(Key.Name.NEXT_ROOM),
            press(Key.Name.PREVIOUS_ROOM));
  }

  @Test
  void a_line_is_edited_by_whole_letters() {
    var line = new InputLine();
    line.insert("ae\u0301🌍");
    line.left();
    line.left();
    line.insert("x");
    assertThat(line.text()).isEqualTo("axe\u0301🌍");
    line.delete();
    assertThat(line.text()).isEqualTo("ax🌍");
    line.end();
    line.backspace();
    assertThat(line.text()).isEqualTo("ax");
    line.insert(" two words");
    line.deleteWord();
    assertThat(line.text()).isEqualTo("ax two ");
    line.clearBefore();
    line.backspace();
    line.delete();
    assertThat(line.text()).isEmpty();
  }

  @Test
  void what_was_typed_before_comes_back_and_the_draft_too() {
    var line = new InputLine();
    line.older();
    for (var text : List.of("one", "two", "two")) {
      line.insert(text);
      assertThat(line.take()).isEqualTo(text);
    }
    line.insert("draft");
    line.older();
    assertThat(line.text()).isEqualTo("two");
    line.older();
    line.older();
    assertThat(line.text()).isEqualTo("one");
    line.newer();
    line.newer();
    line.newer();
    assertThat(line.text()).isEqualTo("draft");
  }

  @Test
  void a_line_has_an_end() {
    var line = new InputLine();
    line.insert("x".repeat(InputLine.MAX_CHARS + 5));
    line.insert("y");
    assertThat(line.text()).hasSize(InputLine.MAX_CHARS).doesNotContain("y");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "hello there | Say[text=hello there]",
        "//slash | Say[text=/slash]",
        "/join x | Join[channel=#x]",
        "/j #x | Join[channel=#x]",
        "/msg bob hi  there | Tell[agent=@bob, text=hi  there]",
        "/leave | Leave[channel=]",
        "/nick new | Nick[name=new]",
        "/quit | Quit[]",
        "/help | Help[]",
        "/msg bob | Wrong[sentence=Say: /msg @agent text]",
        "/frob | Wrong[sentence=There is no /frob; /help shows what there is.]"
      })
  void a_line_is_an_order(String line, String order) {
    assertThat(Order.of(line)).hasToString(order);
  }
}
