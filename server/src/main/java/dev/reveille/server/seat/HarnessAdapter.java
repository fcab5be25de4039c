package dev.reveille.server.seat;

import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Starts, resumes, nudges and ends the sessions of one harness.
 *
 * <p>Its methods may block: they are called by a job, never by a cell, and for one seat one at a
 * time. An interrupt means stop. What they throw counts as {@link HarnessOutcome.Result#UNKNOWN}:
 * it may have happened.
 *
 * <p>An answer says what was attempted, not that a turn began. What the harness is seen to do
 * afterwards is reported as a {@link HarnessFinding}, at any time and from any thread.
 */
public interface HarnessAdapter {
  /** Returns the name by which seats name this harness. */
  String name();

  /** Says where findings go. Called once, before anything else, and again after a restart. */
  void reportTo(Consumer<HarnessFinding> findings);

  /** Returns what it can do. A seat whose harness cannot {@code START} is not resumable. */
  Set<SeatAction> can();

  /** True if its process ends after each turn, so that exit code 0 is not an end of the session. */
  boolean isOneTurn();

  /**
   * Starts a new session. The order of a start is: the lease is stored, {@link #terminate} of the
   * session before, {@link #isGone}, then this, then {@link #inject}. {@link HarnessRun#text} is
   * the boot prompt. An adapter that must give it at the start does so here, by a way that is not a
   * command line.
   */
  HarnessOutcome start(HarnessRun run) throws Exception;

  /** Gives the boot prompt to a session that was started. Does nothing if {@link #start} did. */
  default HarnessOutcome inject(HarnessRun run) throws Exception {
    return HarnessOutcome.done("the prompt came with the start");
  }

  /** Goes on with a session whose process has ended. */
  HarnessOutcome resume(HarnessRun run) throws Exception;

  /** Gives one line to a session that is there. Never starts one. */
  HarnessOutcome nudge(HarnessRun run) throws Exception;

  /**
   * Returns why no line may be given to a session now: a turn runs, a person types, a question is
   * open. Empty if one may be given, or if the harness cannot say. Asked just before {@link
   * #nudge}.
   */
  default Optional<String> isBusy(HarnessRun run) throws Exception {
    return Optional.empty();
  }

  /** Ends the processes of a session, if there are any. */
  HarnessOutcome terminate(HarnessRun run) throws Exception;

  /** Looks if nothing of a session runs any more. {@code DONE} = it is gone. */
  HarnessOutcome isGone(HarnessRun run) throws Exception;
}
