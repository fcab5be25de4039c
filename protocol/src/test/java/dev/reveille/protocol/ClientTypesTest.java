package dev.reveille.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reveille.protocol.ClientMessages.Read;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Rules for every type that clients send, checked with its samples. */
class ClientTypesTest {
  /** Values that no field expects, or only some. */
  private static final List<String> HOSTILE =
      List.of(
          "null",
          "true",
          "0",
          "-1",
          "0.5",
          "1e400",
          "-1e400",
          "9".repeat(350),
          "9007199254740993",
          "\"\"",
          "\" \"",
          "\"#\"",
          "\"@\"",
          "\"\\ud800\"",
          "\"@\\udc00\"",
          "\"#\\ud800\"",
          "\"\\u0000\\n\"",
          "\"" + "x".repeat(100_000) + "\"",
          "\"@" + "\\ud800".repeat(10_000) + "\"",
          "[]",
          "[[]]",
          "[null]",
          "[{}]",
          "[\"\\ud800\"]",
          "[" + "1,".repeat(2_000) + "1]",
          "{}",
          "{\"a\":{}}");

  static Stream<String> types() {
    return ClientTypes.ALL.stream().map(ClientType::name);
  }

  private static List<ClientMessage> samples(String type) {
    return Samples.CLIENT.stream().filter(m -> m.type().equals(type)).toList();
  }

  @ParameterizedTest
  @MethodSource("types")
  void every_type_has_a_sample_that_survives_writing_and_reading(String type) {
    assertThat(samples(type)).as("a line in Samples").isNotEmpty();
    for (var sample : samples(type)) {
      assertThat(ClientMessages.read(ClientMessages.write(sample)))
          .isEqualTo(new Read.Valid(sample));
    }
  }

  @ParameterizedTest
  @MethodSource("types")
  void a_sample_with_a_bad_missing_or_repeated_field_is_valid_or_refused(String type) {
    for (var sample : samples(type)) {
      var json = Json.read(ClientMessages.write(sample)).orElseThrow();
      for (var field : json.propertyNames()) {
        if (field.equals("type")) continue;
        check(without(json, field, ""));
        for (var hostile : HOSTILE) {
          check(without(json, field, JsonText.quote(field) + ":" + hostile));
          check(without(json, "", JsonText.quote(field) + ":" + hostile));
        }
      }
    }
  }

  private static void check(String json) {
    switch (ClientMessages.read(json)) {
      case Read.Valid(var message) ->
          assertThat(ClientMessages.read(ClientMessages.write(message)))
              .as(json)
              .isEqualTo(new Read.Valid(message));
      case Read.Invalid(var reason, var _) ->
          assertThat(reason).as(json).isNotBlank().isEqualTo(Json.wellFormed(reason));
    }
  }

  private static String without(JsonNode json, String left, String added) {
    var parts = new ArrayList<String>();
    for (var field : json.properties()) {
      if (field.getKey().equals(left)) continue;
      parts.add(JsonText.quote(field.getKey()) + ":" + JsonText.of(field.getValue()));
    }
    if (!added.isEmpty()) parts.add(added);
    return "{" + String.join(",", parts) + "}";
  }

  @ParameterizedTest
  @MethodSource("types")
  void a_type_alone_is_valid_or_refused(String type) {
    check("{\"type\":" + JsonText.quote(type) + "}");
  }

  @Test
  void a_reader_knows_only_the_types_that_it_is_given() {
    var reader = new ClientReader(List.of(CommonMessages.PING));
    assertThat(reader.read("{\"type\":\"PING\"}"))
        .isEqualTo(new Read.Valid(new ClientMessage.Ping()));
    assertThat(reader.read("{\"type\":\"CALLBACKS\"}"))
        .isEqualTo(new Read.Invalid("Unknown message type: CALLBACKS", "CALLBACKS"));
  }

  @Test
  void a_reader_refuses_two_types_of_one_name() {
    assertThatThrownBy(() -> new ClientReader(List.of(CommonMessages.PING, CommonMessages.PING)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("PING");
  }

  @Test
  void only_hints_may_get_lost_without_a_word() {
    assertThat(Samples.CLIENT.stream().filter(ClientMessage::isHint).map(ClientMessage::type))
        .containsExactlyInAnyOrder("TYPING", "RESPONDING_TO");
  }

  @Test
  void a_message_without_a_type_says_what_is_missing() {
    record Forgotten() implements ClientMessage {}
    assertThatThrownBy(() -> ClientMessages.write(new Forgotten()))
        .hasMessageContaining("Forgotten is in no MessageTypes of AllMessages");
  }
}
