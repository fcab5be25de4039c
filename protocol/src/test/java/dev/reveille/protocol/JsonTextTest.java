package dev.reveille.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class JsonTextTest {
  @Test
  void control_characters_and_quotes_are_escaped_as_javascript_does() {
    assertThat(JsonText.quote("\"\\\b\f\n\r\t/")).isEqualTo("\"\\\"\\\\\\b\\f\\n\\r\\t/\"");
    assertThat(JsonText.quote("\u0000\u001f\u007f")).isEqualTo("\"\\u0000\\u001f\u007f\"");
    assertThat(JsonText.quote("\u2028é€")).isEqualTo("\"\u2028é€\"");
  }

  @Test
  void lone_surrogates_are_escaped_and_pairs_are_not() {
    assertThat(JsonText.quote("\ud83d\ude00")).isEqualTo("\"😀\"");
    assertThat(JsonText.quote("a\ud800b")).isEqualTo("\"a\\ud800b\"");
    assertThat(JsonText.quote("\udc00\ud800")).isEqualTo("\"\\udc00\\ud800\"");
  }

  @Test
  void any_text_is_valid_utf8_and_reads_back_as_itself() {
    Property.holds(
        20_000,
        gen -> {
          var text = gen.anyText(50);
          var quoted = JsonText.quote(text);
          assertThat(new String(quoted.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
              .isEqualTo(quoted);
          assertThat(Json.read(quoted).orElseThrow().stringValue()).isEqualTo(text);
        });
  }

  @Test
  void a_tree_is_written_compactly_and_reads_back_equal() {
    var node = Json.read(" { \"a\" : [ 1.0 , true , null , \"x\\/y\" , {} , [] ] } ").orElseThrow();
    assertThat(JsonText.of(node)).isEqualTo("{\"a\":[1,true,null,\"x/y\",{},[]]}");
    Property.holds(
        10_000,
        gen -> {
          var once = JsonText.of(Json.read(gen.json(5)).orElseThrow());
          assertThat(JsonText.of(Json.read(once).orElseThrow())).isEqualTo(once);
        });
  }

  @Test
  void false_is_written_as_false_inside_a_tree() {
    assertThat(JsonText.of(Json.read("[false,\"\",0]").orElseThrow())).isEqualTo("[false,\"\",0]");
  }

  @Test
  void half_a_pair_in_a_name_is_no_json_for_us_and_in_a_value_it_is() {
    assertThat(Json.read("{\"\\ud800\":1}")).isEmpty();
    assertThat(Json.read("{\"a\":\"\\ud800\"}")).isPresent();
  }
}
