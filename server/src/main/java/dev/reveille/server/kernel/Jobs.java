package dev.reveille.server.kernel;

import java.time.Duration;
import java.util.function.Consumer;

/** Runs work that blocks, off the lanes. It does not limit how much: its caller does. */
public interface Jobs {
  /** The outcome of the work. */
  sealed interface Outcome {
    record Brought(JobResult result) implements Outcome {}

    record Threw(String reason) implements Outcome {}
  }

  /** Work that was started. */
  interface Running {
    /** Asks the work to stop. It may go on for a while, or to its end. */
    void interrupt();
  }

  /**
   * Starts the work and never blocks.
   *
   * @param ended called once, when nothing of the work runs any more; from another thread, never
   *     during this call
   */
  Running start(JobKind<?> kind, JobRequest request, Consumer<Outcome> ended);

  /**
   * Interrupts all work and waits until it has ended, at most this long. True if it has. The caller
   * starts nothing afterwards.
   */
  boolean close(Duration most);
}
