package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.SeatState;
import dev.reveille.server.kernel.SeededRuns;
import dev.reveille.server.seat.HarnessFinding;
import dev.reveille.server.seat.HarnessOutcome;
import dev.reveille.server.seat.ScriptedHarness;
import dev.reveille.server.seat.SeatAction;
import dev.reveille.server.seat.SeatEvent;
import dev.reveille.server.seat.SeatReads;
import dev.reveille.server.seat.StartReason;
import dev.reveille.server.seat.StoredSeatLog;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Whatever happens to the disk, the process and the harness: one body, and a true log. */
class SeatSimulationTest {
  private static final List<SeatEvent> FINDINGS =
      List.of(
          SeatEvent.TURN_STARTED,
          SeatEvent.WENT_SILENT,
          SeatEvent.SUNSET,
          SeatEvent.FULL_DECLARED,
          SeatEvent.LIMITED,
          SeatEvent.UNSEEN,
          SeatEvent.SEEN);
  private static final Set<SeatState> MAY_START =
      Set.of(SeatState.NEVER_STARTED, SeatState.ENDED, SeatState.FULL, SeatState.LOST);

  /** One seat in a night that goes wrong. */
  private static final class Night extends SeatFixture {
    private final Random random;

    Night(Random random) {
      super(random);
      this.random = random;
      define(ADA);
    }

    void happen() {
      switch (random.nextInt(10)) {
        case 0, 1 -> act(ADA, SeatAction.START, StartReason.LOST);
        case 2 -> act(ADA, SeatAction.RESUME, StartReason.CRASHED);
        case 3 -> act(ADA, SeatAction.NUDGE, StartReason.ASKED);
        case 4 -> workOnce();
        case 5 -> report();
        case 6 -> end();
        case 7 -> fail();
        case 8 -> node.pass(Duration.ofSeconds(random.nextInt(1200)));
        default -> workOnce();
      }
    }

    /** A process tells of itself, perhaps of one that is long displaced. */
    private void report() {
      var event = FINDINGS.get(random.nextInt(FINDINGS.size()));
      for (var session : sessions(ADA)) {
        if (random.nextInt(3) > 0) continue;
        long until = node.wallMillis() + random.nextInt(5_000_000);
        harness()
            .report(
                List.of(new HarnessFinding(ADA, session.id(), event, "seen", until, null, null)));
        return;
      }
    }

    private void end() {
      for (var living : harness().living(ADA)) {
        harness()
            .end(
                new HarnessFinding(
                    ADA,
                    living,
                    random.nextBoolean() ? SeatEvent.EXITED : SeatEvent.CRASHED,
                    "exit code"));
      }
    }

    private void fail() {
      var what = List.of("start", "inject", "terminate", "isGone", "resume", "nudge");
      harness()
          .plan(
              what.get(random.nextInt(what.size())),
              ADA,
              random.nextBoolean()
                  ? HarnessOutcome.failed("on purpose")
                  : HarnessOutcome.unknown("on purpose"));
    }

    void check() {
      assertThat(harness().most()).as("bodies at the same time").isLessThanOrEqualTo(1);
      var open = sessions(ADA).stream().filter(session -> session.isOpen()).toList();
      assertThat(open).hasSizeLessThanOrEqualTo(1);
      var log = node.store().reads(SeatReads.class).log(ADA, Long.MAX_VALUE, 10_000).reversed();
      long seq = 0;
      var last = SeatState.NEVER_STARTED;
      for (StoredSeatLog row : log) {
        assertThat(row.seq()).isEqualTo(++seq);
        assertThat(row.previous()).as("row " + seq).isEqualTo(last);
        if (row.event().equals("START_BEGUN")) assertThat(row.previous()).isIn(MAY_START);
        last = row.state();
      }
      var now = progress(ADA);
      assertThat(now.seq()).isEqualTo(seq);
      assertThat(now.status().state()).isEqualTo(last);
      node.store()
          .reads(SeatReads.class)
          .body(ADA)
          .filter(body -> body.kind().equals("seat"))
          .ifPresent(body -> assertThat(body.holder()).isEqualTo(now.session()));
    }

    /** Everything that was begun ends. */
    void settle() {
      node.store().failNext(0);
      node.store().mendDisk();
      for (int i = 0; i < 5; i++) {
        work();
        pass(Duration.ofHours(2));
      }
      work();
    }
  }

  @Test
  void one_body_and_a_true_log_with_crashes_and_failing_writes_anywhere() {
    SeededRuns.check(
        300,
        random -> {
          var night = new Night(random);
          night
              .harness()
              .follow(
                  random.nextBoolean()
                      ? ScriptedHarness.Script.ANSWERS
                      : ScriptedHarness.Script.SILENT);
          for (int i = 0; i < 80; i++) {
            night.happen();
            night.node.stumble();
            if (random.nextInt(10) == 0) night.node.store().failNext(1 + random.nextInt(3));
            if (random.nextInt(12) == 0) night.node = night.node.kill();
            night.check();
          }
          night.settle();
          night.check();
          assertThat(night.progress(SeatFixture.ADA).step()).as("nothing hangs").isNull();
          assertThat(night.state(SeatFixture.ADA)).isNotEqualTo(SeatState.BOOTING);
        });
  }

  @Test
  void a_crash_at_each_write_of_a_take_over_leaves_one_body_and_a_seat_that_can_be_started() {
    SeededRuns.check(
        100,
        random -> {
          for (int crashAfter = 0; crashAfter < 40; crashAfter += 1 + random.nextInt(3)) {
            var night = new Night(random);
            night.start(SeatFixture.ADA);
            night.find(SeatFixture.ADA, SeatEvent.SUNSET);
            night.act(SeatFixture.ADA, SeatAction.START, StartReason.SUNSET);
            for (int i = 0; i < crashAfter; i++) {
              if (!night.node.step() && !night.workOnce()) break;
            }
            night.node = night.node.kill();
            night.settle();
            night.check();
            if (night.state(SeatFixture.ADA) != SeatState.IDLE) {
              night.act(SeatFixture.ADA, SeatAction.START, StartReason.LOST);
              night.work();
            }
            assertThat(night.state(SeatFixture.ADA)).isIn(SeatState.ACTIVE, SeatState.IDLE);
            assertThat(night.harness().living(SeatFixture.ADA)).hasSize(1);
            assertThat(night.harness().most()).isEqualTo(1);
          }
        });
  }
}
