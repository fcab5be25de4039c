package dev.reveille.server.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.SeatState;
import dev.reveille.server.decision.Reading;
import dev.reveille.server.decision.WakeReads;
import dev.reveille.server.wake.WakeRoom;
import dev.reveille.server.worksource.StoredSourceDay;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The price of idling is what the harness reported between looks, not a fixed text. */
class NightCostTest {
  private final WakeRoom room = new WakeRoom();
  private final long since = room.clock.wallMillis();

  private final NightSeats night =
      new PlainNight() {
        @Override
        public List<StoredSourceDay> sourceDays(long begin) {
          return List.of(new StoredSourceDay("ci", "@ada", 0, 12, 0, 0, 12));
        }

        @Override
        public long starts(long begin, long end) {
          return 3;
        }
      };

  private NightCost cost() {
    return report().cost();
  }

  private MorningReport report() {
    var reads = room.store.reads(WakeReads.class);
    return MorningReport.make(reads, night, since, room.clock.wallMillis());
  }

  private void restsSince(long at, Reading tokens) {
    room.lastTurnAt = Reading.of(at);
    room.tokens = tokens;
  }

  @Test
  void a_seat_that_rested_and_used_nothing_is_measured_as_zero() {
    restsSince(since, Reading.of(5_000));
    room.pass(Duration.ofHours(2));
    assertThat(cost().idle()).isEqualTo(24);
    assertThat(cost().rested()).isEqualTo(23);
    assertThat(cost().measured()).isEqualTo(23);
    assertThat(cost().tokens()).isZero();
    assertThat(ReportText.text(report(), night)).contains("used 0 tokens, measured at 23 looks");
  }

  @Test
  void tokens_that_are_used_while_a_seat_rests_are_seen() {
    restsSince(since, Reading.of(5_000));
    room.pass(Duration.ofHours(1));
    room.restart();
    room.tokens = Reading.of(5_700);
    room.pass(Duration.ofHours(1));
    assertThat(cost().tokens()).isEqualTo(700);
    assertThat(ReportJson.of(report(), night)).contains("\"rest_tokens\":700");
  }

  @Test
  void a_harness_that_does_not_say_is_unknown_and_not_zero() {
    restsSince(since, Reading.UNKNOWN);
    room.pass(Duration.ofHours(2));
    assertThat(cost().measured()).isZero();
    assertThat(ReportText.text(report(), night))
        .contains("unknown at 23, where the harness does not say");
  }

  @Test
  void what_a_turn_uses_is_no_price_of_idling() {
    restsSince(since, Reading.of(5_000));
    room.pass(Duration.ofMinutes(30));
    room.state = SeatState.ACTIVE;
    restsSince(room.clock.wallMillis(), Reading.of(90_000));
    room.pass(Duration.ofMinutes(30));
    room.state = SeatState.IDLE;
    restsSince(room.clock.wallMillis(), Reading.of(95_000));
    room.pass(Duration.ofMinutes(30));
    assertThat(cost().tokens()).isZero();
    assertThat(cost().measured()).isEqualTo(5 + 5);
  }

  @Test
  void sessions_are_counted_whoever_started_them() {
    room.pass(Duration.ofHours(1));
    assertThat(ReportText.text(report(), night)).contains("3 sessions were started");
  }

  @Test
  void programs_of_work_sources_are_processes_that_looks_started() {
    room.pass(Duration.ofHours(1));
    assertThat(ReportText.text(report(), night)).contains("started 12 processes");
  }
}
