package dev.reveille.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.reveille.protocol.ClientMessages.Read;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostileInputTest {
  private static final String[] TYPES =
      ClientTypes.ALL.stream().map(ClientType::name).toArray(String[]::new);
  private static final String[] FIELDS = fields(Samples.CLIENT.stream().map(ClientMessages::write));
  private static final String[] SERVER_TYPES =
      ServerTypes.ALL.stream().map(ServerType::name).toArray(String[]::new);
  private static final String[] SERVER_FIELDS =
      fields(
          Samples.SERVER.stream()
              .map(m -> new String(ServerMessages.write(m, 1), StandardCharsets.UTF_8)));

  /** Returns the names of all fields in these messages. */
  private static String[] fields(Stream<String> messages) {
    return messages
        .flatMap(json -> Json.read(json).orElseThrow().propertyNames().stream())
        .distinct()
        .toArray(String[]::new);
  }

  @Test
  void random_bytes_are_never_more_than_invalid() {
    Property.holds(
        20_000,
        gen -> {
          var text = new String(gen.bytes(200), StandardCharsets.UTF_8);
          assertThat(ClientMessages.read(text)).isInstanceOf(Read.Invalid.class);
        });
  }

  @Test
  void json_of_any_shape_is_read_without_an_exception() {
    Property.holds(
        20_000,
        gen -> {
          var json = gen.json(5);
          assertThat(ClientMessages.read(json)).as(json).isNotNull();
          assertThat(ServerMessages.read(json)).as(json).isNotNull();
        });
  }

  @Test
  void a_known_type_with_fields_of_any_shape_is_valid_or_refused_and_can_be_written_again() {
    Property.holds(
        50_000,
        gen -> {
          var json = message(gen, TYPES, FIELDS);
          switch (ClientMessages.read(json)) {
            case Read.Valid(var message) ->
                assertThat(ClientMessages.read(ClientMessages.write(message)))
                    .as(json)
                    .isEqualTo(new Read.Valid(message));
            case Read.Invalid(var reason, var _) -> assertThat(reason).as(json).isNotBlank();
          }
        });
  }

  @Test
  void a_client_reads_a_servers_message_with_fields_of_any_shape() {
    Property.holds(
        50_000,
        gen -> {
          var json = message(gen, SERVER_TYPES, SERVER_FIELDS);
          assertThat(ServerMessages.read(json)).as(json).isNotNull();
        });
  }

  private static String message(Gen gen, String[] types, String[] fields) {
    var parts = new ArrayList<String>();
    parts.add("\"type\":" + (gen.chance(0.98) ? JsonText.quote(gen.oneOf(types)) : gen.json(2)));
    for (int n = gen.between(0, 8); n > 0; n--) {
      var field = gen.oneOf(fields);
      parts.add(gen.chance(0.5) ? likely(gen, field) : gen.field(field, 4));
    }
    Collections.shuffle(parts, new java.util.Random(gen.seq()));
    return "{" + String.join(",", parts) + "}";
  }

  private static String likely(Gen gen, String field) {
    var value =
        switch (field) {
          case "channel" -> JsonText.quote(gen.channel());
          case "to" -> JsonText.quote(gen.oneOf("#x", "@x", "#", "@") + gen.anyText(5));
          case "agent" -> JsonText.quote("@" + gen.anyText(5));
          case "status" -> JsonText.quote(gen.oneOf("online", "away", "busy"));
          case "timestamp", "since", "after", "limit" -> JsNumber.text(gen.anyDouble());
          default -> JsonText.quote(gen.anyText(20));
        };
    return JsonText.quote(field) + ":" + value;
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{\"a\":", "{\"type\":\"MSG\",\"in_reply_to\":["})
  void deep_nesting_is_invalid_and_costs_no_stack(String open) {
    assertThat(ClientMessages.read(open.repeat(100_000))).isInstanceOf(Read.Invalid.class);
  }

  @Test
  void huge_numbers_in_every_place_of_a_number_are_refused_or_taken_as_infinite() {
    for (var number :
        new String[] {"9".repeat(350), "1e400", "-1e400", "1e-400", "9".repeat(5000)}) {
      for (var field : FIELDS) {
        for (var type : TYPES) {
          var json =
              "{\"type\":\""
                  + type
                  + "\",\"channel\":\"#x\",\"to\":\"#x\",\"content\":\"\",\""
                  + (field.equals("type") ? "x" : field)
                  + "\":"
                  + number
                  + "}";
          assertThatCode(() -> ClientMessages.read(json)).as(json).doesNotThrowAnyException();
        }
      }
    }
  }

  @Test
  void a_text_of_very_many_values_is_not_read() {
    for (var many : new String[] {"{},", "[],", "0,", "\"\","}) {
      var text = "{\"type\":\"PING\",\"x\":[" + many.repeat(Json.MAX_TOKENS) + "0]}";
      assertThat(ClientMessages.read(text)).isEqualTo(new Read.Invalid("Invalid JSON", null));
    }
  }

  @Test
  void what_a_message_replies_to_is_measured_as_it_will_be_written() {
    var start = "{\"type\":\"MSG\",\"to\":\"#x\",\"content\":\"\",\"in_reply_to\":[";
    assertThat(ClientMessages.read(start + "1e20,".repeat(100) + "1]}"))
        .isInstanceOf(Read.Valid.class);
    assertThat(ClientMessages.read(start + "1e20,".repeat(200) + "1]}"))
        .isInstanceOf(Read.Invalid.class);
    assertThat(ClientMessages.read(start + "1],\"sig\":\"" + "a".repeat(4097) + "\"}"))
        .isInstanceOf(Read.Invalid.class);
  }

  @Test
  void content_never_leaves_larger_than_a_frame() {
    var start = "{\"type\":\"MSG\",\"to\":\"#x\",\"content\":\"";
    int most = ClientMessages.MAX_FRAME / 3;
    assertThat(ClientMessages.read(start + "\uFFFD".repeat(most) + "\"}"))
        .isInstanceOf(Read.Valid.class);
    assertThat(ClientMessages.read(start + "\uFFFD".repeat(most + 1) + "\"}"))
        .isEqualTo(new Read.Invalid("Content too long", "MSG"));
    assertThat(ClientMessages.read(start + "a".repeat(2_000_000) + "\"}"))
        .isInstanceOf(Read.Valid.class);
  }

  @Test
  void a_text_over_the_frame_limit_is_invalid() {
    var text = "{\"type\":\"PING\"}" + " ".repeat(ClientMessages.MAX_FRAME);
    assertThat(ClientMessages.read(text)).isEqualTo(new Read.Invalid("Message too large", null));
  }

  @Test
  void an_unknown_type_is_named_but_not_at_length() {
    assertThat(ClientMessages.read("{\"type\":\"PROPOSAL\"}"))
        .isEqualTo(new Read.Invalid("Unknown message type: PROPOSAL", "PROPOSAL"));
    var read = (Read.Invalid) ClientMessages.read("{\"type\":\"" + "😀".repeat(5000) + "\"}");
    assertThat(read.reason()).hasSizeLessThan(100).isEqualTo(Json.wellFormed(read.reason()));
  }
}
