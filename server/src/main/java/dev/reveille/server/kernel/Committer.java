package dev.reveille.server.kernel;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes units durable, in submission order.
 *
 * <p>Units that wait together are made durable together. A required unit that fails is refused, and
 * so is every later unit, of any kind, of the same {@code owner} and {@code incarnation}: nothing
 * that was decided in a state that never was takes effect. A best-effort unit that fails is settled
 * without its writes.
 */
public interface Committer {

  /**
   * A unit on its way to the store.
   *
   * @param incarnation which life of the owner made it. Every load of a cell begins a new one with
   *     a higher number; a number is never used twice within a process.
   */
  record Submission(CellId owner, long incarnation, Unit unit) {}

  /** A unit whose fate is known. {@code refusal} is absent if its effects are to run. */
  record Settled(Submission submission, @Nullable Refusal refusal) {}

  /** Told of settled units, in submission order, from one thread at a time. */
  interface Listener {
    void settled(List<Settled> batch);
  }

  /** Once, before the first submission. */
  void listener(Listener listener);

  /** Takes its place in the order. Never blocks, never fails; the listener learns the outcome. */
  void submit(Submission submission);
}
