package dev.reveille.server.seat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.store.MemoryStore;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The job that touches a harness. */
class HarnessJobsTest {
  private final ScriptedHarness harness = new ScriptedHarness(ScriptedHarness.Script.SILENT);

  private HarnessOutcome run(SeatGate gate, SeatStep step, boolean override) throws Exception {
    var prompts =
        new BootPrompts(
            new MemoryStore(() -> {}),
            _ -> Optional.of(2L),
            _ -> {
              throw new IllegalStateException("broken");
            });
    var work =
        new HarnessWork(
            step,
            SeatTableTest.seat("@ada"),
            "ses_1",
            null,
            StartReason.FIRST,
            "a line",
            null,
            override);
    var kind = new HarnessJobs(new Harnesses(List.of(harness)), gate, prompts).kind();
    var ended = (HarnessWork.Ended) kind.work().run(work);
    return ended.outcome();
  }

  @Test
  void behaviour_78_a_closed_gate_stops_each_step_that_may_cost_a_turn_and_an_override_passes_it()
      throws Exception {
    SeatGate closed = () -> Optional.of("three abandoned");
    var stopped = EnumSet.of(SeatStep.START, SeatStep.INJECT, SeatStep.RESUME, SeatStep.NUDGE);
    for (var step : stopped) {
      var outcome = run(closed, step, false);
      assertThat(outcome.result()).isEqualTo(HarnessOutcome.Result.FORBIDDEN);
      assertThat(outcome.evidence()).contains("the gate is closed: three abandoned");
    }
    assertThat(harness.calls()).isEmpty();
    for (var step : EnumSet.complementOf(stopped)) {
      assertThat(run(closed, step, false).result()).isEqualTo(HarnessOutcome.Result.DONE);
    }
    assertThat(run(closed, SeatStep.START, true).result()).isEqualTo(HarnessOutcome.Result.DONE);
  }

  @Test
  void behaviour_77_a_gate_that_cannot_be_read_is_closed() throws Exception {
    SeatGate broken =
        () -> {
          throw new IllegalStateException("no row");
        };
    assertThat(run(broken, SeatStep.NUDGE, false).evidence()).contains("cannot be read");
    assertThat(harness.calls()).isEmpty();
  }

  @Test
  void behaviour_64_a_harness_that_says_it_is_busy_is_not_nudged() throws Exception {
    run(SeatGate.OPEN, SeatStep.START, false);
    harness.busy("a turn runs");
    var outcome = run(SeatGate.OPEN, SeatStep.NUDGE, false);
    assertThat(outcome.result()).isEqualTo(HarnessOutcome.Result.BUSY);
    assertThat(outcome.evidence()).contains("a turn runs");
    assertThat(harness.calls()).extracting(ScriptedHarness.Call::what).doesNotContain("nudge");
    harness.busy(null);
    assertThat(run(SeatGate.OPEN, SeatStep.NUDGE, false).result())
        .isEqualTo(HarnessOutcome.Result.DONE);
  }

  @Test
  void what_an_adapter_throws_is_unknown() throws Exception {
    harness.follow(
        (_, _) -> {
          throw new IllegalStateException("boom");
        });
    run(SeatGate.OPEN, SeatStep.START, false);
    assertThat(run(SeatGate.OPEN, SeatStep.NUDGE, false).result())
        .isEqualTo(HarnessOutcome.Result.UNKNOWN);
  }

  @Test
  void a_count_that_fails_is_unknown_in_the_prompt_and_said() throws Exception {
    run(SeatGate.OPEN, SeatStep.START, false);
    assertThat(harness.calls().getLast().text())
        .contains("Unread: 2. Open tasks: unknown.")
        .contains("Missing: open tasks, because the store could not be read.");
  }

  @Test
  void behaviour_87_a_harness_that_is_not_there_is_named() throws Exception {
    var work =
        new HarnessWork(
            SeatStep.START,
            SeatTableTest.seat("@ada"),
            "ses_1",
            null,
            StartReason.FIRST,
            "",
            null,
            false);
    var none =
        new HarnessJobs(
            new Harnesses(List.of()),
            SeatGate.OPEN,
            new BootPrompts(
                new MemoryStore(() -> {}), _ -> Optional.empty(), _ -> Optional.empty()));
    var ended = (HarnessWork.Ended) none.kind().work().run(work);
    assertThat(ended.outcome().result()).isEqualTo(HarnessOutcome.Result.FAILED);
    assertThat(ended.outcome().evidence()).contains("no harness scripted");
  }
}
