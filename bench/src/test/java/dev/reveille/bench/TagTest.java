package dev.reveille.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TagTest {
  @Test
  void a_mark_is_found_again_in_what_the_server_makes_of_the_message() {
    var template = new Tag.Template("{\"to\":\"#x\",\"content\":\"", 499, 64, "\"}");
    for (long number : new long[] {1, 9, 10, 123_456, 9_999_999_999L}) {
      var bytes = template.number(number);
      long tag =
          find(
              "{\"type\":\"MSG\",\"ts\":1,"
                  + new String(bytes, StandardCharsets.UTF_8).substring(1));
      assertThat(Tag.sender(tag)).isEqualTo(499);
      assertThat(Tag.number(tag)).isEqualTo(number);
    }
  }

  @Test
  void all_messages_of_a_template_have_the_length_that_was_asked_for() {
    var template = new Tag.Template("\"", 7, 100, "\"");
    assertThat(template.number(1)).hasSize(102);
    assertThat(template.number(1_000_000)).hasSize(102);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "~",
        "\"~",
        "\"~1",
        "\"~1.",
        "\"~1.0000000001",
        "\"~1.000000000x~\"",
        "\"~99999999.0000000001~\"",
        "x~1.0000000001~\"",
        "{\"type\":\"MSG\",\"content\":\"fan-1 came online\"}"
      })
  void what_is_no_mark_is_not_taken_for_one(String text) {
    assertThat(find(text)).isEqualTo(Tag.NONE);
  }

  private static long find(String text) {
    var padded = Unpooled.copiedBuffer("zz" + text + "~zz", StandardCharsets.UTF_8);
    return Tag.find(padded, 2, text.getBytes(StandardCharsets.UTF_8).length);
  }
}
