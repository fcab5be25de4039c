package dev.reveille.server.wake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reveille.server.decision.SeatBook;
import dev.reveille.server.decision.SeatLook;
import dev.reveille.server.kernel.Answer;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Host;
import dev.reveille.server.kernel.ManualClock;
import dev.reveille.server.kernel.Write;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PulseTest {
  private final ManualClock clock = new ManualClock();
  private final List<String> told = new ArrayList<>();
  private List<String> seats = List.of("@ada", "@bob");
  private final Set<String> waiting = new HashSet<>();
  private PulseSwitch.Position position = PulseSwitch.Position.ON;

  private final Host host =
      new Host() {
        @Override
        public void tell(CellId to, Command command) {
          assertThat(command).isEqualTo(WakeCommand.Look.PULSE);
          told.add(to.name());
        }

        @Override
        public CompletionStage<Answer> ask(CellId to, Command command) {
          return CompletableFuture.failedFuture(new AssertionError("asked"));
        }

        @Override
        public CompletionStage<Answer> deliver(CellId to, Command command, Write done) {
          return CompletableFuture.failedFuture(new AssertionError("delivered"));
        }
      };

  private final SeatBook book =
      new SeatBook() {
        @Override
        public List<String> seats() {
          return seats;
        }

        @Override
        public Optional<SeatLook> look(String identity, long wallMillis) {
          throw new AssertionError("the pulse does not look by itself");
        }
      };

  private final PulseHealth health = new PulseHealth(clock, Duration.ofMinutes(5), "1.0-test");

  private Pulse pulse(Duration interval) {
    return new Pulse(clock, host, book, interval, health, () -> position, waiting::contains);
  }

  private void minutes(Pulse pulse, int count) {
    for (int i = 0; i < count; i++) {
      clock.advance(Duration.ofMinutes(1));
      pulse.run();
    }
  }

  @Test
  void each_seat_is_looked_at_once_per_interval() {
    var pulse = pulse(Duration.ofMinutes(5));
    minutes(pulse, 60);
    assertThat(told.stream().filter("@ada"::equals).count()).isBetween(11L, 12L);
    assertThat(told.stream().filter("@bob"::equals).count()).isBetween(11L, 12L);
  }

  @Test
  void seats_are_spread_over_the_interval() {
    seats = IntStream.range(0, 1_000).mapToObj(i -> "@seat" + i).toList();
    var pulse = pulse(Duration.ofMinutes(5));
    minutes(pulse, 5);
    told.clear();
    for (int i = 0; i < 5; i++) {
      int before = told.size();
      minutes(pulse, 1);
      assertThat(told.size() - before).isBetween(120, 280);
    }
  }

  @Test
  void behaviour_09_pulses_that_were_missed_are_one() {
    var pulse = pulse(Duration.ofMinutes(5));
    minutes(pulse, 6);
    told.clear();
    clock.advance(Duration.ofMinutes(27));
    pulse.run();
    assertThat(told).hasSize(2);
    pulse.run();
    assertThat(told).hasSize(2);
  }

  @Test
  void behaviour_12_an_interval_of_zero_means_no_pulse() {
    minutes(pulse(Duration.ZERO), 20);
    assertThat(told).isEmpty();
    assertThat(new PulseHealth(clock, Duration.ZERO, "1").state()).isEqualTo("off");
  }

  @Test
  void without_pulses_only_a_seat_for_which_something_waits_is_looked_at() {
    waiting.add("@bob");
    var off = pulse(Duration.ZERO);
    minutes(off, 60);
    assertThat(told).containsOnly("@bob").hasSizeBetween(11, 12);
    told.clear();
    position = PulseSwitch.Position.RESTING;
    minutes(pulse(Duration.ofMinutes(10)), 60);
    assertThat(told).containsOnly("@bob").hasSizeBetween(5, 6);
  }

  @Test
  void behaviour_13_without_seats_no_pulse_runs() {
    seats = List.of();
    minutes(pulse(Duration.ofMinutes(5)), 20);
    assertThat(told).isEmpty();
  }

  @Test
  void no_pulse_is_faster_than_a_minute() {
    assertThatThrownBy(() -> pulse(Duration.ofSeconds(59)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void behaviour_10_and_17_the_sign_of_life_shows_revision_start_and_last_pulse() {
    assertThat(health.state()).isEqualTo("starting");
    seats = List.of();
    var pulse = pulse(Duration.ofMinutes(5));
    pulse.run();
    clock.advance(Duration.ofSeconds(30));
    assertThat(health.state()).isEqualTo("running");
    assertThat(health.json())
        .contains("\"revision\":\"1.0-test\"")
        .contains("\"started_at\":")
        .contains("\"last_pulse\":\"")
        .contains("\"seconds_since\":30");
    clock.advance(Duration.ofMinutes(11));
    assertThat(health.state()).isEqualTo("dead");
  }

  @Test
  void a_jump_of_the_wall_clock_changes_nothing() {
    var pulse = pulse(Duration.ofMinutes(5));
    minutes(pulse, 10);
    told.clear();
    clock.jumpWall(Duration.ofDays(4));
    pulse.run();
    clock.jumpWall(Duration.ofDays(-9));
    minutes(pulse, 5);
    assertThat(told).hasSize(2);
  }

  @Test
  void behaviour_18_off_starting_running_and_dead_are_different_words() {
    var off = new PulseHealth(clock, Duration.ZERO, "1");
    assertThat(off.json()).contains("\"state\":\"off\"").contains("\"last_pulse\":null");
    assertThat(health.json()).contains("\"state\":\"starting\"");
  }

  @Test
  void behaviour_94_pulses_that_are_off_or_rest_look_at_nobody_and_show_that_they_live() {
    var pulse = pulse(Duration.ofMinutes(5));
    for (var off : List.of(PulseSwitch.Position.OFF, PulseSwitch.Position.RESTING)) {
      position = off;
      clock.advance(Duration.ofMinutes(6));
      assertThat(pulse.run()).isEmpty();
      assertThat(pulse.known()).contains(seats);
    }
    assertThat(health.state()).isEqualTo("resting");
    position = PulseSwitch.Position.ON;
    clock.advance(Duration.ofMinutes(6));
    pulse.run();
    clock.advance(Duration.ofMinutes(6));
    assertThat(pulse.run()).hasSize(2);
    assertThat(health.state()).isEqualTo("running");
  }
}
