package dev.reveille.server.kernel;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes units durable, in submission order.
 *
 * <p>Units that wait at the same time are made durable together. A required unit that fails is
 * refused. Then every later unit of the same {@code owner} and {@code incarnation} is refused too,
 * whether required or not, because the owner decided it in a state that was never stored. A
 * best-effort unit that fails is settled without its writes.
 */
public interface Committer {

  /**
   * A unit on its way to the store.
   *
   * @param incarnation the number of the owner's load. Every load of a cell gets a higher number; a
   *     number is never used twice within a process.
   */
  record Submission(CellId owner, long incarnation, Unit unit) {}

  /** A unit whose outcome is known. {@code refusal} is null if its effects are to run. */
  record Settled(Submission submission, @Nullable Refusal refusal) {}

  /** Gets the settled units, in submission order, from one thread at a time. */
  interface Listener {
    void settled(List<Settled> batch);
  }

  /** Sets the listener. Called once, before the first submission. */
  void listener(Listener listener);

  /**
   * Adds the unit at the end of the order. Never blocks and never fails; the listener gets the
   * outcome.
   */
  void submit(Submission submission);
}
