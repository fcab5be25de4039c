package dev.reveille.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Our trees are those that the library's own mapper makes. */
class JsonTest {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  private static Optional<JsonNode> expected(String text) {
    try {
      var node = MAPPER.readTree(text);
      return node == null || node.isMissingNode() ? Optional.empty() : Optional.of(node);
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{}",
        "[]",
        "null",
        "true",
        "\"text \\ud83d\\ude00 \\ud83d\"",
        "0",
        "-0",
        "2147483648",
        "9223372036854775807",
        "9223372036854775808",
        "1.5",
        "-0.0",
        "1e400",
        "1e-400",
        "123456789012345678901234567890.5",
        "{\"a\":1,\"b\":[1,{\"c\":null}],\"a\":2}",
        "{\"a\":{\"a\":{}}}",
        "[[],[[]],{}]",
        "{} {}",
        "[1,]",
        "{\"a\"}",
        "{\"a\":}",
        "[",
        "]",
        "{",
        "nul",
        "01",
        "+1",
        ".5",
        "'a'",
        "\"a",
        "// no\n1"
      })
  void a_text_is_read_as_the_mapper_reads_it(String text) {
    assertThat(Json.read(text)).isEqualTo(expected(text));
  }

  @Test
  void any_text_is_read_as_the_mapper_reads_it() {
    Property.holds(
        5_000,
        gen -> {
          var text = gen.chance(0.7) ? gen.json(4) : broken(gen);
          assertThat(Json.read(text)).as(text).isEqualTo(expected(text));
        });
  }

  private static String broken(Gen gen) {
    var text = new StringBuilder(gen.json(4));
    if (text.isEmpty()) return "";
    int at = gen.between(0, text.length() - 1);
    if (gen.chance(0.5)) text.deleteCharAt(at);
    else text.insert(at, gen.oneOf('{', '}', '[', ']', ',', ':', '"', '0', '\\', 'e'));
    return text.toString();
  }
}
