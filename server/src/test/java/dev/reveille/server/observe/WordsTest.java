package dev.reveille.server.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reveille.protocol.Json;
import dev.reveille.server.observe.Words.Part;
import dev.reveille.server.observe.Words.Piece;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

  private static final Words.Times TIMES =
      new Words.Times() {
        @Override
        public String time(long millis) {
          return "T" + millis;
        }

        @Override
        public String until(long millis) {
          return "U" + millis;
        }
      };

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "offered {n:count skill}|{\"n\":\"3\"}|offered 3 skills",
        "offered {n:count skill}|{\"n\":1}|offered 1 skill",
        "offered {n:count skill}|{}|offered 0 skills",
        "{n:number} left|{\"n\":null}|0 left",
        "was muted[: {reason}]|{\"reason\":\"loud [x] {y}\"}|was muted: loud [x] {y}",
        "was muted[: {reason}]|{\"reason\":\"\"}|was muted",
        "was muted[: {reason}]|{\"reason\":{\"deep\":1}}|was muted",
        "woke[{early:if} early]|{\"early\":true}|woke early",
        "woke[{early:if} early]|{\"early\":false}|woke",
        "[{n:if}{n} left][{n:unless}all gone]|{\"n\":0}|all gone",
        "[{n:if}{n} left][{n:unless}all gone]|{\"n\":2}|2 left",
        "slept until {at:time}[ ({mode:not default})]|{\"at\":5,\"mode\":\"default\"}|slept until T5",
        "slept until {at:time}[ ({mode:not default})]|{\"at\":5,\"mode\":\"deep\"}"
            + "|slept until T5 (deep)",
        "wakes in {at:until}|{\"at\":5}|wakes in U5"
      })
  void words_are_filled_with_values(String template, String values, String said) {
    var json = Json.read(values).orElseThrow();
    assertThat(new Words(template).fill(json, TIMES)).isEqualTo(said);
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
