package dev.reveille.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessages.Read;
import dev.reveille.protocol.ServerMessages.Received;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Writes and reads variations of every sample. */
class RoundTripTest {
  private static Filter anyOnly(Gen gen) {
    var only =
        new Filter(
            gen.chance(0.5),
            gen.list(3, () -> "k" + gen.text(20)),
            gen.list(3, () -> "t" + gen.text(20)),
            gen.list(3, () -> "@" + gen.word(16)),
            gen.maybe(() -> gen.oneOf(Priority.values())));
    return only.json().equals("{}") ? Filter.whenMentioned() : only;
  }

  @Test
  void a_filter_survives_being_stored() {
    Property.holds(
        1_000,
        gen -> {
          var only = anyOnly(gen);
          assertThat(Filter.ofJson(only.json())).contains(only);
        });
    assertThat(Filter.ofJson("{}")).isEmpty();
    assertThat(Filter.ofJson("nonsense")).isEmpty();
  }

  @Test
  void every_client_message_survives_writing_and_reading() {
    var seen = new Seen();
    for (var sample : Samples.CLIENT) {
      Property.holds(
          200,
          gen -> {
            var message = Variations.of(sample, gen);
            switch (ClientMessages.read(ClientMessages.write(message))) {
              case Read.Valid(var read) -> {
                assertThat(read).isEqualTo(message);
                seen.note(sample, message);
              }
              case Read.Invalid invalid ->
                  assertThat(message).as(invalid.toString()).isNotEqualTo(sample);
            }
          });
    }
    seen.check(ClientTypes.ALL.stream().<Class<?>>map(ClientType::message));
  }

  @Test
  void every_server_message_survives_writing_and_reading_and_keeps_type_and_ts_first() {
    var seen = new Seen();
    for (var sample : Samples.SERVER) {
      Property.holds(
          200,
          gen -> {
            var message = Variations.of(sample, gen);
            var bytes = ServerMessages.write(message, 1_700_000_000_000L);
            var text = new String(bytes, StandardCharsets.UTF_8);
            assertThat(text.getBytes(StandardCharsets.UTF_8)).isEqualTo(bytes);
            assertThat(text).matches("(?s)\\{\"type\":\"[A-Z_]+\",\"ts\":\\d+[,}].*");
            var received = (Received.Known) ServerMessages.read(text);
            assertThat(received.message()).isEqualTo(message);
            if (!(message instanceof ServerMessage.Msg)) {
              assertThat(received.json().path("ts").asLong(0)).isEqualTo(1_700_000_000_000L);
            }
            seen.note(sample, message);
          });
    }
    seen.check(ServerTypes.ALL.stream().<Class<?>>map(ServerType::message));
  }

  /** The classes that were tried, and those of which other values than the sample's passed. */
  private static final class Seen {
    private final Set<Class<?>> all = new HashSet<>();
    private final Set<Class<?>> varied = new HashSet<>();

    void note(Object sample, Object message) {
      all.add(message.getClass());
      if (!message.equals(sample)) varied.add(message.getClass());
    }

    void check(Stream<Class<?>> registry) {
      var known = registry.distinct().toList();
      assertThat(all).containsExactlyInAnyOrderElementsOf(known);
      if (Long.getLong("reveille.seed") != null) return;
      var withFields = known.stream().filter(c -> c.getRecordComponents().length > 0).toList();
      assertThat(varied).containsAll(withFields);
    }
  }

  @Test
  void a_field_can_be_added_to_a_finished_message() {
    var msg = new ServerMessage.Msg(1, "@a", "a", "#x", "hi", 1, "m", true, "");
    var replay = JsonText.with(ServerMessages.write(msg, 0), "replay", "true");
    var read = (Received.Known) ServerMessages.read(new String(replay, StandardCharsets.UTF_8));
    assertThat(read.message()).isEqualTo(msg);
    assertThat(read.replay()).isTrue();
  }

  @Test
  void types_of_a_newer_server_are_passed_on_as_they_are() {
    assertThat(ServerMessages.read("{\"type\":\"OF_TOMORROW\",\"id\":7}"))
        .isInstanceOfSatisfying(
            Received.Other.class,
            other -> {
              assertThat(other.type()).isEqualTo("OF_TOMORROW");
              assertThat(other.json().path("id").asInt(0)).isEqualTo(7);
            });
  }
}
