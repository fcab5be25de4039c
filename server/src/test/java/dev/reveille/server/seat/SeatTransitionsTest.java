package dev.reveille.server.seat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.SeatState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The table is written here a second time, as people read it, and each of its cells is tried. */
class SeatTransitionsTest {
  /** A dot: the event means nothing in this state. The last column: what may be done. */
  private static final String TABLE =
      """
      event               NEVER_STARTED BOOTING      ACTIVE       IDLE         ENDED     FULL      RATE_LIMITED LOST
      START_BEGUN         BOOTING       .            .            .            BOOTING   BOOTING   .            BOOTING
      START_FAILED        .             LOST         .            .            .         .         .            .
      NOT_STARTED         .             ENDED        .            .            .         .         .            .
      START_CALLED_OFF    .             ENDED        .            .            .         .         .            .
      TURN_STARTED        .             ACTIVE       ACTIVE       ACTIVE       .         .         ACTIVE       ACTIVE
      WENT_SILENT         .             .            IDLE         .            .         .         .            .
      TURN_PROCESS_EXITED .             IDLE         IDLE         IDLE         .         .         RATE_LIMITED .
      EXITED              .             ENDED        ENDED        ENDED        .         .         ENDED        ENDED
      CRASHED             .             ENDED        ENDED        ENDED        .         .         ENDED        ENDED
      SUNSET              .             ENDED        ENDED        ENDED        .         .         ENDED        ENDED
      FULL_DECLARED       .             FULL         FULL         FULL         .         .         FULL         FULL
      LIMITED             .             RATE_LIMITED RATE_LIMITED RATE_LIMITED .         .         RATE_LIMITED RATE_LIMITED
      LIMIT_PASSED        .             .            .            .            .         .         IDLE         .
      UNSEEN              .             LOST         LOST         LOST         .         .         LOST         .
      SEEN                .             .            .            .            .         .         .            IDLE
      STOPPED             .             ENDED        ENDED        ENDED        .         ENDED     ENDED        ENDED
      """;

  /** S = start, R = resume, N = nudge, T = terminate. */
  private static final Map<SeatState, String> ACTIONS =
      Map.of(
          SeatState.NEVER_STARTED, "S",
          SeatState.BOOTING, "T",
          SeatState.ACTIVE, "NT",
          SeatState.IDLE, "NT",
          SeatState.ENDED, "SR",
          SeatState.FULL, "S",
          SeatState.RATE_LIMITED, "T",
          SeatState.LOST, "ST",
          SeatState.BENCHED, "T",
          SeatState.OPTED_OUT, "NT");

  private static final Set<SeatEvent> OF_PEOPLE =
      Set.of(SeatEvent.BENCHED, SeatEvent.UNBENCHED, SeatEvent.OPTED_OUT, SeatEvent.OPTED_IN);

  static Stream<Arguments> everyCell() {
    var all = new ArrayList<Arguments>();
    var lines = TABLE.lines().map(line -> List.of(line.split(" +"))).toList();
    for (var line : lines.subList(1, lines.size())) {
      for (int i = 1; i < line.size(); i++) {
        all.add(
            Arguments.of(
                SeatState.valueOf(lines.getFirst().get(i)),
                SeatEvent.valueOf(line.getFirst()),
                line.get(i)));
      }
    }
    assertThat(all).hasSize(8 * (SeatEvent.values().length - OF_PEOPLE.size()));
    return all.stream();
  }

  @ParameterizedTest
  @MethodSource("everyCell")
  void each_event_changes_each_state_as_the_table_says(SeatState from, SeatEvent event, String to) {
    for (boolean benched : new boolean[] {false, true}) {
      for (boolean optedOut : new boolean[] {false, true}) {
        var status = new SeatStatus(from, benched, optedOut);
        if (to.equals(".")) {
          assertThat(status.after(event)).isEmpty();
        } else {
          assertThat(status.after(event))
              .contains(new SeatStatus(SeatState.valueOf(to), benched, optedOut));
        }
      }
    }
  }

  @Test
  void only_named_actions_are_allowed_in_each_state() {
    for (var state : SeatState.values()) {
      assertThat(letters(SeatTransitions.allowed(state)))
          .as(state.name())
          .isEqualTo(new TreeSet<>(List.of(Objects.requireNonNull(ACTIONS.get(state)).split(""))));
    }
  }

  private static Set<String> letters(Set<SeatAction> actions) {
    var letters = new TreeSet<String>();
    for (var action : actions) letters.add(action.name().substring(0, 1));
    return letters;
  }

  @Test
  void a_new_body_can_only_be_made_where_no_session_is() {
    for (var life : SeatState.values()) {
      var status = new SeatStatus(life, false, false);
      if (status.hasSession()) {
        assertThat(status.allows(SeatAction.START)).as(life.name()).isFalse();
        assertThat(status.allows(SeatAction.RESUME)).as(life.name()).isFalse();
      }
    }
  }

  @Test
  void a_benched_seat_is_shown_so_and_its_session_goes_on_beneath() {
    var benched = new SeatStatus(SeatState.ACTIVE, false, false).after(SeatEvent.BENCHED).get();
    assertThat(benched.state()).isEqualTo(SeatState.BENCHED);
    assertThat(benched.allowed()).containsExactly(SeatAction.TERMINATE);
    var ended = benched.after(SeatEvent.SUNSET).get();
    assertThat(ended.state()).isEqualTo(SeatState.BENCHED);
    assertThat(ended.allowed()).isEmpty();
    assertThat(ended.after(SeatEvent.UNBENCHED).get().state()).isEqualTo(SeatState.ENDED);
  }

  @Test
  void an_opted_out_seat_can_be_nudged_while_it_lives_and_never_started() {
    var out = new SeatStatus(SeatState.IDLE, false, true);
    assertThat(out.state()).isEqualTo(SeatState.OPTED_OUT);
    assertThat(out.allows(SeatAction.NUDGE)).isTrue();
    assertThat(out.after(SeatEvent.CRASHED).get().allowed()).isEmpty();
    assertThat(out.after(SeatEvent.OPTED_IN).get().state()).isEqualTo(SeatState.IDLE);
  }

  @Test
  void benching_and_taking_back_keeps_the_wish_to_stay_away() {
    var out = new SeatStatus(SeatState.ENDED, false, true);
    var back = out.after(SeatEvent.BENCHED).get().after(SeatEvent.UNBENCHED).get();
    assertThat(back).isEqualTo(out);
    assertThat(out.after(SeatEvent.OPTED_OUT)).isEmpty();
  }
}
