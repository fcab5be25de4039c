package dev.reveille.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ServerMessages.Received;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rules for every type that the server sends, checked with its samples. */
class ServerTypesTest {
  static Stream<ServerType<?>> types() {
    return ServerTypes.ALL.stream();
  }

  private static ServerMessage read(String json) {
    return ((Received.Known) ServerMessages.read(json)).message();
  }

  private static String write(ServerMessage message) {
    return new String(ServerMessages.write(message, 1), StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @MethodSource("types")
  void every_type_has_a_sample_that_survives_writing_and_reading(ServerType<?> type) {
    var samples =
        Samples.SERVER.stream()
            .filter(m -> type.message().isInstance(m) && m.type().equals(type.name()))
            .toList();
    assertThat(samples).as("a line in Samples").isNotEmpty();
    for (var sample : samples) assertThat(read(write(sample))).isEqualTo(sample);
  }

  @Test
  void an_entry_of_an_unknown_type_is_read_as_an_entry_with_its_own_fields() {
    var json =
        "{\"type\":\"REACTION\",\"ts\":7,\"from\":\"@ada\",\"from_name\":\"ada\",\"to\":\"#x\","
            + "\"msg_id\":\"m\",\"verified\":true,\"seq\":4,\"emoji\":\"+1\",\"of\":{\"a\":[1]}}";
    var entry = (ServerMessage.Msg) read(json);
    assertThat(entry)
        .isEqualTo(
            new ServerMessage.Msg(
                "REACTION",
                7,
                "@ada",
                "ada",
                "#x",
                "",
                4,
                "m",
                true,
                "\"emoji\":\"+1\",\"of\":{\"a\":[1]}"));
    assertThat(entry.isMsg()).isFalse();
    assertThat(write(entry)).isEqualTo(json);
  }

  @Test
  void a_page_of_history_holds_entries_of_any_type() {
    var reaction =
        new ServerMessage.Msg("REACTION", 7, "@a", "a", "#x", "", 2, "r", true, "\"e\":1");
    var msg = new ServerMessage.Msg(7, "@a", "a", "#x", "hi", 1, "m", true, "");
    var page = new ServerMessage.HistoryPage("#x", List.of(msg, reaction), 1, 2, false);
    assertThat(read(write(page))).isEqualTo(page);
  }

  @Test
  void an_unknown_message_without_a_place_in_a_stream_is_no_entry() {
    assertThat(ServerMessages.read("{\"type\":\"NEWS\",\"from\":\"@a\"}"))
        .isInstanceOf(Received.Other.class);
    assertThat(ServerMessages.read("{\"type\":\"NEWS\",\"seq\":1}"))
        .isInstanceOf(Received.Other.class);
    assertThat(ServerMessages.read("{\"type\":\"ERROR\",\"code\":\"?\",\"seq\":1,\"from\":\"a\"}"))
        .isInstanceOf(Received.Other.class);
  }

  @Test
  void every_field_of_a_msg_that_is_not_of_its_envelope_is_passed_on() {
    var json =
        "{\"type\":\"MSG\",\"ts\":7,\"from\":\"@a\",\"from_name\":\"a\",\"to\":\"#x\","
            + "\"content\":\"hi\",\"seq\":1,\"new_field\":[1]}";
    assertThat(((ServerMessage.Msg) read(json)).extras()).isEqualTo("\"new_field\":[1]");
    var delivered = json.replace("}", ",\"replay\":true,\"client_msg_id\":\"c\"}");
    assertThat(read(delivered)).isEqualTo(read(json));
  }

  @Test
  void an_answer_fits_only_its_own_request() {
    var joined = new ServerMessage.Joined("#x", List.of(), 0, 0);
    var type = ServerTypes.of(ServerMessage.Joined.class);
    assertThat(type.isAnswer(new ClientMessage.Join("#x", null), joined)).isTrue();
    assertThat(type.isAnswer(new ClientMessage.Join("#y", null), joined)).isFalse();
    assertThat(type.isAnswer(new ClientMessage.Leave("#x"), joined)).isFalse();
    assertThat(type.isAnswer(new ClientMessage.Join("#x", null), new ServerMessage.Left("#x")))
        .isFalse();
  }
}
