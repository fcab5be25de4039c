package dev.reveille.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class TopChoiceTest {
  private static final JsonNode AGENTS =
      Json.read(
              """
              [{"id":"@1","name":"cy","presence":"online","connected_at":30,"channels":["#general"],
                "callbacks":{"pending":1,"next_fire_at":500}},
               {"id":"@2","name":"ada","presence":"busy","connected_at":10,"channels":["#builds"]},
               {"id":"@3","name":"eve","presence":"online","connected_at":20,
                "sleep":{"wake_at":900,"buffered":1},"callbacks":{"pending":1,"next_fire_at":100}},
               {"id":"@4","name":"bob","presence":"online","connected_at":40,
                "sleep":{"wake_at":800,"buffered":7}},
               {"id":"@5","name":"dov","presence":"offline","last_seen":5},
               {"id":"@6","name":"abe","presence":"offline","last_seen":3}]
              """)
          .orElseThrow();

  private TopChoice choice = new TopChoice(TopOrder.wake, false, true, "");

  private List<String> names() {
    return choice.of(AGENTS).stream().map(agent -> agent.path("name").asString("")).toList();
  }

  private void type(String text) {
    for (var letter : text.chars().mapToObj(Character::toString).toList()) {
      assertThat(choice.press(new Key.Text(letter))).isTrue();
    }
  }

  private boolean press(Key.Name name) {
    return choice.press(new Key.Press(name));
  }

  @Test
  void each_order_is_the_next_after_s_and_r_turns_it_around() {
    assertThat(names()).containsExactly("bob", "eve", "ada", "cy", "dov", "abe");
    type("s");
    assertThat(names()).containsExactly("abe", "ada", "bob", "cy", "dov", "eve");
    assertThat(choice.words()).isEqualTo("by name");
    type("r");
    assertThat(names()).containsExactly("eve", "dov", "cy", "bob", "ada", "abe");
    assertThat(choice.words()).isEqualTo("by name reversed");
    type("rs");
    assertThat(names()).startsWith("bob", "eve");
    type("s");
    assertThat(names()).startsWith("eve", "cy", "abe");
    type("s");
    assertThat(names()).containsExactly("bob", "cy", "eve", "ada", "dov", "abe");
    type("s");
    assertThat(choice.words()).isEmpty();
  }

  @Test
  void those_away_can_be_left_out() {
    type("a");
    assertThat(names()).doesNotContain("dov", "abe").hasSize(4);
    assertThat(choice.words()).isEqualTo("without those away");
    type("a");
    assertThat(names()).hasSize(6);
  }

  @Test
  void a_filter_is_typed_kept_changed_and_cleared() {
    type("/sleepiq");
    assertThat(choice.isTyping()).isTrue();
    assertThat(names()).isEmpty();
    assertThat(choice.typed()).startsWith("filter: sleepiq_");
    assertThat(press(Key.Name.BACKSPACE)).isTrue();
    assertThat(names()).containsExactly("bob", "eve");
    assertThat(press(Key.Name.ENTER)).isTrue();
    assertThat(choice.isTyping()).isFalse();
    assertThat(choice.words()).isEqualTo("filter sleepi");
    type("/");
    assertThat(press(Key.Name.CLEAR)).isTrue();
    type("#BUILD");
    assertThat(names()).containsExactly("ada");
    assertThat(press(Key.Name.ESCAPE)).isTrue();
    assertThat(names()).hasSize(6);
  }

  @Test
  void other_keys_are_left_to_others_and_moves_work_while_typing() {
    assertThat(choice.press(new Key.Text("q"))).isFalse();
    assertThat(press(Key.Name.DOWN)).isFalse();
    assertThat(press(Key.Name.ENTER)).isFalse();
    type("/q");
    assertThat(press(Key.Name.DOWN)).isFalse();
    assertThat(press(Key.Name.REDRAW)).isFalse();
  }

  @Test
  void a_filter_has_one_line_and_an_end() {
    type("/");
    choice.press(new Key.Text("a\nb"));
    assertThat(choice.typed()).startsWith("filter: a_");
    choice.press(new Key.Text("x".repeat(5000)));
    assertThat(choice.typed()).startsWith("filter: a_");
    press(Key.Name.CLEAR);
    choice.press(new Key.Text("👧"));
    press(Key.Name.BACKSPACE);
    press(Key.Name.BACKSPACE);
    assertThat(choice.typed()).startsWith("filter: _");
  }
}
