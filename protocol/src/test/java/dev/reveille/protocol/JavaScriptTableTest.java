package dev.reveille.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Our JSON text against tables that JavaScript itself wrote; {@code js/make.mjs} makes them. */
class JavaScriptTableTest {
  private static List<JsonNode> table(String name) throws IOException {
    var stream = JavaScriptTableTest.class.getResourceAsStream("/js/" + name);
    try (var lines =
        new BufferedReader(
            new InputStreamReader(Objects.requireNonNull(stream), StandardCharsets.UTF_8))) {
      return lines.lines().map(line -> Json.read(line).orElseThrow()).toList();
    }
  }

  @Test
  void a_text_read_and_written_is_what_javascript_makes_of_it() throws IOException {
    var rows = table("json.jsonl");
    assertThat(rows).hasSizeGreaterThan(500);
    for (var row : rows) {
      var text = row.get(0).stringValue();
      assertThat(JsonText.of(Json.read(text).orElseThrow()))
          .as(text)
          .isEqualTo(row.get(1).stringValue());
    }
  }

  @Test
  void what_javascript_gives_is_given_again_for_its_own_text() throws IOException {
    for (var row : table("json.jsonl")) {
      var text = row.get(1).stringValue();
      assertThat(JsonText.of(Json.read(text).orElseThrow())).as(text).isEqualTo(text);
    }
  }

  @Test
  void signatures_over_skills_that_javascript_made_are_verified() throws IOException {
    var rows = table("skills.jsonl");
    assertThat(rows).hasSize(5);
    for (var row : rows) {
      var skills = Skill.list(row.get(0).stringValue());
      var key = PublicKey.parse(row.get(1).stringValue()).orElseThrow();
      var sig = row.get(2).stringValue();
      assertThat(key.verifies(AuthText.skills(skills), sig)).as(row.get(0).toString()).isTrue();
      assertThat(key.verifies(AuthText.skills(List.of(skills.getFirst(), skills.getFirst())), sig))
          .isFalse();
    }
  }

  @Test
  void keys_that_look_like_indexes_come_first_whatever_the_others_are() {
    Property.holds(
        5_000,
        gen -> {
          var json = new JsonText();
          gen.list(
                  8,
                  () ->
                      gen.chance(0.5) ? Long.toString(gen.anyLong() & 0x1_0000_0fffL) : gen.word(3))
              .forEach(key -> json.field(key, 1));
          var written = Json.read(JsonText.of(Json.read(json.text()).orElseThrow())).orElseThrow();
          long last = -1;
          boolean words = false;
          for (var field : written.properties()) {
            var key = field.getKey();
            if (!JavaScriptKeyOrder.isIndex(key)) {
              words = true;
              continue;
            }
            assertThat(words).as("a word before index %s in %s", key, written).isFalse();
            assertThat(Long.parseLong(key)).isGreaterThan(last);
            last = Long.parseLong(key);
          }
        });
  }
}
