package dev.reveille.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Json;
import dev.reveille.protocol.JsonText;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VisibleTextTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "hello\tworld\nsecond line",
        "naïve café, Straße, Ελλάδα, Привет, 世界, 🌍, ❤️, e\u0301",
        "می\u200cخواهم",
        "क्\u200dष",
        "\ue0b0 private use"
      })
  void text_that_people_write_stays_as_it_is(String text) {
    assertThat(VisibleText.text(text)).isEqualTo(text);
  }

  @Test
  void what_is_hidden_becomes_its_escape() {
    assertThat(VisibleText.text("a\u001b[31m\u009b\u202e\u200b\u2028\ufeff"))
        .isEqualTo("a\\u001b[31m\\u009b\\u202e\\u200b\\u2028\\ufeff");
    assertThat(VisibleText.text("a\udb40\udc41b\ud800")).isEqualTo("a\\udb40\\udc41b\\ud800");
    assertThat(VisibleText.text("pay\u200dpal")).isEqualTo("pay\\u200dpal");
    assertThat(VisibleText.text("خ\u200c\u200cx")).isEqualTo("خ\u200c\\u200cx");
    assertThat(VisibleText.text("x\ufe0f\ufe0f")).isEqualTo("x\ufe0f\\ufe0f");
  }

  @Test
  void a_line_break_of_any_kind_begins_no_new_line() {
    assertThat(VisibleText.line("one\r\n  two\u2028three\u0085four\nfive"))
        .isEqualTo("one two three four five");
  }

  @Test
  void an_error_of_the_server_is_one_line() {
    var error = new ClientException.Refused("X", "no\n12:00:00 INFO all is well\u001b[2J");
    assertThat(error).hasMessage("no 12:00:00 INFO all is well\\u001b[2J");
  }

  @Test
  void json_text_keeps_its_value_whatever_is_in_it() {
    for (long seed = 0; seed < 2000; seed++) {
      var random = new Random(seed);
      var text = new StringBuilder();
      for (int n = random.nextInt(30); n > 0; n--) {
        int c = random.nextInt(4) == 0 ? "\\\"/bu".charAt(random.nextInt(5)) : any(random);
        text.appendCodePoint(c);
      }
      var json = JsonText.quote(text.toString());
      var shown = VisibleText.text(json);
      assertThat(Json.read(shown).orElseThrow().stringValue())
          .as("seed %d", seed)
          .isEqualTo(text.toString());
      assertThat(VisibleText.text(shown)).as("seed %d", seed).isEqualTo(shown);
    }
  }

  private static int any(Random random) {
    int c = random.nextInt(random.nextBoolean() ? 0x3000 : 0x110000);
    return c >= 0xD800 && c <= 0xDFFF ? 'x' : c;
  }
}
