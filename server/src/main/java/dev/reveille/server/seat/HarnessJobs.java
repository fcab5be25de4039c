package dev.reveille.server.seat;

import dev.reveille.server.kernel.JobKind;
import org.jspecify.annotations.Nullable;

/**
 * The work of the jobs that touch harnesses. It asks the gate before each step that starts
 * something or speaks to a session.
 */
final class HarnessJobs {
  static final String KIND = "harness";
  private static final int AT_ONCE = 16;
  private static final int WAITING = 1_000;

  private final Harnesses harnesses;
  private final SeatGate gate;
  private final BootPrompts prompts;

  HarnessJobs(Harnesses harnesses, SeatGate gate, BootPrompts prompts) {
    this.harnesses = harnesses;
    this.gate = gate;
    this.prompts = prompts;
  }

  JobKind<HarnessWork> kind() {
    return new JobKind<>(
        KIND,
        HarnessWork.class,
        AT_ONCE,
        WAITING,
        work -> new HarnessWork.Ended(work, outcome(work)));
  }

  private HarnessOutcome outcome(HarnessWork work) throws InterruptedException {
    if (work.step().needsOpenGate() && !work.override()) {
      var closed = closed();
      if (closed != null) return HarnessOutcome.forbidden("the gate is closed: " + closed);
    }
    var adapter = harnesses.named(work.seat().harness());
    if (adapter.isEmpty()) {
      return HarnessOutcome.failed("this server has no harness " + work.seat().harness());
    }
    try {
      return run(adapter.get(), work);
    } catch (InterruptedException stop) {
      throw stop;
    } catch (Exception e) {
      return HarnessOutcome.unknown("the adapter failed: " + e);
    }
  }

  /** Returns why the gate is closed; null if it is open. A gate that cannot be read is closed. */
  private @Nullable String closed() {
    try {
      return gate.closed().orElse(null);
    } catch (RuntimeException e) {
      return "it cannot be read: " + e.getMessage();
    }
  }

  private HarnessOutcome run(HarnessAdapter adapter, HarnessWork work) throws Exception {
    return switch (work.step()) {
      case TERMINATE, STOP -> adapter.terminate(run(work, ""));
      case VERIFY_GONE, VERIFY_RESUMABLE -> adapter.isGone(run(work, ""));
      case START -> adapter.start(run(work, prompts.of(work)));
      case INJECT -> adapter.inject(run(work, prompts.of(work)));
      case RESUME -> adapter.resume(run(work, work.text()));
      case NUDGE -> nudge(adapter, run(work, work.text()));
    };
  }

  /** Silence does not say that a session waits. A harness that knows better is asked first. */
  private static HarnessOutcome nudge(HarnessAdapter adapter, HarnessRun run) throws Exception {
    var busy = adapter.isBusy(run);
    return busy.isPresent() ? HarnessOutcome.busy(busy.get()) : adapter.nudge(run);
  }

  private static HarnessRun run(HarnessWork work, String text) {
    return new HarnessRun(work.seat(), work.session(), work.origin(), text, work.nonce());
  }
}
