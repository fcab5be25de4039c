package dev.reveille.server.sleep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Filter;
import dev.reveille.protocol.Marker.Sleep.Mode;
import dev.reveille.protocol.ReceiptMessages;
import dev.reveille.protocol.RetractionMessages;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.ServerType;
import dev.reveille.protocol.ServerTypes;
import dev.reveille.protocol.TaskAnswers;
import dev.reveille.protocol.WakeMessages;
import dev.reveille.server.sleep.SleepTable.Fate;
import dev.reveille.server.sleep.SleepTable.Kind;
import java.lang.reflect.RecordComponent;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every row of the table. */
class SleepTableTest {
  /** The classes that are dropped in every mode. All others that are no MSG pass in every mode. */
  private static final Set<Class<?>> PASSING =
      Set.of(
          ServerMessage.Typing.class,
          ServerMessage.AgentJoined.class,
          ServerMessage.AgentLeft.class,
          ServerMessage.Presence.class,
          ServerMessage.PresenceChanged.class,
          ServerMessage.NickChanged.class,
          ServerMessage.FloorClaimed.class,
          // News that nobody asked for. What it is about is in the inbox or in the history.
          ReceiptMessages.Receipt.class,
          TaskAnswers.Event.class,
          RetractionMessages.Retracted.class,
          WakeMessages.Wake.class);

  @ParameterizedTest
  @CsvSource({
    "DEFAULT, DIRECT,  false, WAIT",
    "DEFAULT, DIRECT,  true,  WAIT",
    "DEFAULT, CHANNEL, false, MISS",
    "DEFAULT, CHANNEL, true,  WAIT",
    "DEFAULT, NEEDED,  false, PASS",
    "DEFAULT, NEEDED,  true,  PASS",
    "DEFAULT, PASSING, false, VANISH",
    "DEFAULT, PASSING, true,  VANISH",
    "BUFFER,  DIRECT,  false, WAIT",
    "BUFFER,  DIRECT,  true,  WAIT",
    "BUFFER,  CHANNEL, false, WAIT",
    "BUFFER,  CHANNEL, true,  WAIT",
    "BUFFER,  NEEDED,  false, PASS",
    "BUFFER,  NEEDED,  true,  PASS",
    "BUFFER,  PASSING, false, VANISH",
    "BUFFER,  PASSING, true,  VANISH",
    "DROP,    DIRECT,  false, MISS",
    "DROP,    DIRECT,  true,  MISS",
    "DROP,    CHANNEL, false, MISS",
    "DROP,    CHANNEL, true,  MISS",
    "DROP,    NEEDED,  false, PASS",
    "DROP,    NEEDED,  true,  PASS",
    "DROP,    PASSING, false, VANISH",
    "DROP,    PASSING, true,  VANISH",
  })
  void a_message_of_a_kind_has_its_fate_in_a_mode(
      Mode mode, Kind kind, boolean mentioned, Fate fate) {
    assertThat(SleepTable.fate(mode, kind, mentioned)).isEqualTo(fate);
  }

  @Test
  void a_msg_is_of_a_channel_or_direct_by_where_it_goes() {
    assertThat(SleepTable.kind(msg("#general"))).isEqualTo(Kind.CHANNEL);
    assertThat(SleepTable.kind(msg("@ada"))).isEqualTo(Kind.DIRECT);
  }

  private static ServerMessage msg(String to) {
    return new ServerMessage.Msg(1, "@bob", "bob", to, "x", 1, null, null, "");
  }

  static Stream<Class<?>> otherTypes() {
    return ServerTypes.ALL.stream()
        .<Class<?>>map(ServerType::message)
        .distinct()
        .filter(type -> type != ServerMessage.Msg.class);
  }

  @ParameterizedTest
  @MethodSource("otherTypes")
  void every_other_type_passes_or_vanishes_as_section_0_says(Class<?> type) {
    assertThat(SleepTable.kind(blank(type)))
        .isEqualTo(PASSING.contains(type) ? Kind.PASSING : Kind.NEEDED);
  }

  private static ServerMessage blank(Class<?> type) {
    return (ServerMessage) blankRecord(type);
  }

  private static Object blankRecord(Class<?> type) {
    var components =
        Stream.of(type.getRecordComponents()).map(RecordComponent::getType).toArray(Class[]::new);
    try {
      return type.getDeclaredConstructor(components)
          .newInstance(Stream.of(components).map(SleepTableTest::blankValue).toArray());
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(type + " cannot be made", e);
    }
  }

  private static Object blankValue(Class<?> type) {
    if (type == Filter.class) return Filter.whenMentioned();
    if (type == boolean.class || type == Boolean.class) return false;
    if (type == int.class) return 0;
    if (type == long.class || type == Long.class) return 0L;
    if (type == double.class) return 0.0;
    if (type == String.class) return "";
    if (type.isEnum()) return type.getEnumConstants()[0];
    if (type == java.util.List.class) return java.util.List.of();
    return blankRecord(type);
  }
}
