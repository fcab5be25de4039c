package dev.reveille.server.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reveille.server.observe.Words.Part;
import dev.reveille.server.observe.Words.Piece;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WordsTest {
  @Test
  void words_are_parts_of_text_and_places() {
    assertThat(new Words("offered {n:count big skill}[ until {at:time}!]").parts())
        .containsExactly(
            new Part(
                false,
                List.of(new Piece.Text("offered "), new Piece.Place("n", "count big skill"))),
            new Part(
                true,
                List.of(
                    new Piece.Text(" until "),
                    new Piece.Place("at", "time"),
                    new Piece.Text("!"))));
    assertThat(new Words("came online").parts())
        .containsExactly(new Part(false, List.of(new Piece.Text("came online"))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{name", "name}", "[open", "shut]", "[a [b] c]", "{Name}", "{at:tiem}", "{}"})
  void what_cannot_be_read_is_refused_when_it_is_written(String template) {
    assertThatThrownBy(() -> new Words(template))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(template);
  }
}
