package dev.reveille.server.kernel;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes units durable, in submission order.
 *
 * <p>Units that wait together are made durable together. A unit that fails is refused alone; if it
 * was required, later units of the same {@code owner} and {@code incarnation} are refused as well,
 * so that no effect of a state that never was can become durable.
 */
public interface Committer {

  /**
   * A unit on its way to the store.
   *
   * @param incarnation which life of the owner made it: a reload begins a new one
   */
  record Submission(CellId owner, long incarnation, Unit unit) {}

  /** A unit whose fate is known. {@code refusal} is absent if it is durable (or had no writes). */
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
