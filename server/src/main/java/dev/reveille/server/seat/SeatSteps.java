package dev.reveille.server.seat;

import dev.reveille.protocol.SeatState;
import dev.reveille.protocol.SessionEnding;
import dev.reveille.server.kernel.Ids;
import dev.reveille.server.kernel.JobEnd;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/*
 * What is done at a harness, step by step. Each step is a job; the unit that handles its end starts the next one. So a
 * crash leaves one step whose end is unknown (JobEnd.Lost), and the steps after it were not begun.
 *
 *   start:   lease, TERMINATE, VERIFY_GONE, START, INJECT   (the first two only if there was a session before)
 *   resume:  lease, VERIFY_RESUMABLE, RESUME
 *   nudge:   NUDGE
 *   stop:    STOP
 *
 *   give up: TERMINATE, VERIFY_GONE   (the session has ended as NOT_BOOTED; the seat is BOOTING until it is gone)
 *
 * A step that starts nothing is repeated after a restart. START and RESUME whose end is unknown are not repeated: the
 * session may run. The seat waits in BOOTING for a sign of it until the boot limit. Then the session is given up, once:
 * if it is gone for certain the seat is ENDED, and a fresh start is allowed. Else it is LOST.
 */
/** Carries out actions at a seat's harness. Part of the seat cell. */
final class SeatSteps {
  /** So many starts in a row that certainly did not happen make a seat LOST. */
  private static final int MOST_FAILED = 3;

  /** So many starts in a row make a seat LOST if the last of them was not heard of. */
  private static final int MOST_UNHEARD = 2;

  private final LiveSeat live;
  private final SeatConfig config;
  private final Harnesses harnesses;
  private final Ids ids;

  SeatSteps(LiveSeat live, SeatConfig config, Harnesses harnesses, Ids ids) {
    this.live = live;
    this.config = config;
    this.harnesses = harnesses;
    this.ids = ids;
  }

  /** Returns why an action cannot be carried out now; null if it can. */
  @Nullable String refusal(SeatAction action) {
    var seat = live.seat;
    if (seat == null) return "there is no seat";
    var adapter = harnesses.named(seat.harness());
    if (adapter.isEmpty()) return "this server has no harness " + seat.harness();
    if (!adapter.get().can().contains(action)) {
      return "the harness " + seat.harness() + " cannot " + action.name().toLowerCase(Locale.ROOT);
    }
    if (live.progress.step() != null) {
      return "another action is not over: " + live.progress.step().action();
    }
    if (!live.status().allows(action)) return "the seat is " + live.status().state().word();
    var session = live.session;
    return switch (action) {
      case START, TERMINATE -> null;
      case RESUME ->
          session == null || !isResumable(session)
              ? "its session declared its end, so it is not continued"
              : null;
      case NUDGE ->
          live.status().life() == SeatState.IDLE && live.progress.nudged()
              ? "it was nudged already since it went idle"
              : null;
    };
  }

  /** A session that declared its end is over; one whose process ended is not. */
  private static boolean isResumable(SeatSession session) {
    return session.ending() == SessionEnding.EXITED || session.ending() == SessionEnding.CRASHED;
  }

  /** Begins an action that is not refused. */
  void begin(SeatChange change, SeatCommand.Act act) {
    if (act.reason() == StartReason.ASKED && act.action() == SeatAction.START) {
      live.progress = live.progress.withTrack(live.progress.track().forgiven());
    }
    switch (act.action()) {
      case START -> start(change, act);
      case RESUME -> resume(change, act);
      case NUDGE -> {
        change.log("NUDGE", live.status(), act.actor(), act.evidence());
        live.progress = live.progress.withNudge(true);
        step(change, SeatStep.NUDGE, present(), act);
      }
      case TERMINATE -> {
        change.log("STOP", live.status(), act.actor(), act.evidence());
        step(change, SeatStep.STOP, present(), act);
      }
    }
  }

  private String present() {
    return Objects.requireNonNull(live.progress.session(), "the state says there is a session");
  }

  private void start(SeatChange change, SeatCommand.Act asked) {
    var old = live.session;
    var act = old != null && isToBeMadeUpFor(old) ? again(asked, old) : asked;
    change.end(SessionEnding.LOST);
    var id = "ses_" + ids.message();
    change.lease(id);
    change.session(
        new SeatSession(
            id,
            live.identity,
            Objects.requireNonNull(live.body).epoch(),
            origin(old),
            act.reason(),
            change.now(),
            null,
            null,
            null,
            ModelUse.UNKNOWN));
    boot(change, act);
    var suspect = live.progress.suspect();
    step(
        change,
        suspect == null ? SeatStep.START : SeatStep.TERMINATE,
        suspect == null ? id : suspect,
        act);
  }

  /** True if nothing of this session ever ran, so that the reason of its start still counts. */
  private static boolean isToBeMadeUpFor(SeatSession session) {
    return session.ending() == SessionEnding.CALLED_OFF
        || session.ending() == SessionEnding.START_FAILED;
  }

  private static SeatCommand.Act again(SeatCommand.Act act, SeatSession calledOff) {
    return new SeatCommand.Act(
        act.action(),
        calledOff.reason(),
        act.line(),
        act.nonce(),
        act.actor(),
        act.evidence(),
        act.override());
  }

  /** Returns the session whose context is continued. One that was never heard of has none. */
  private static @Nullable String origin(@Nullable SeatSession before) {
    if (before == null) return null;
    return before.seenAt() == null ? before.origin() : before.id();
  }

  private void resume(SeatChange change, SeatCommand.Act act) {
    var s = Objects.requireNonNull(live.session);
    change.lease(s.id());
    change.session(s.resumed(Objects.requireNonNull(live.body).epoch()));
    boot(change, act);
    step(change, SeatStep.VERIFY_RESUMABLE, s.id(), act);
  }

  private void boot(SeatChange change, SeatCommand.Act act) {
    change.happen(SeatEvent.START_BEGUN, act.actor(), act.evidence());
    change.stop(SeatChange.SILENCE, SeatChange.LIMIT, SeatChange.RESPAWN);
    change.set(SeatChange.BOOT, change.now() + config.bootLimit().toMillis());
    live.progress = live.progress.withTrack(live.progress.track().begun());
  }

  private void step(SeatChange change, SeatStep step, String session, SeatCommand.Act act) {
    var seat = Objects.requireNonNull(live.seat);
    var now = live.session;
    change.start(
        new HarnessWork(
            step,
            seat,
            session,
            now == null ? null : now.origin(),
            act.reason(),
            act.line(),
            act.nonce(),
            act.override()),
        config.stepLimit().toMillis());
  }

  /** Goes on after the end of a step's job. */
  void ended(SeatChange change, JobEnd end) {
    var step = Objects.requireNonNull(live.progress.step());
    var work = end instanceof JobEnd.Done(_, HarnessWork.Ended(var w, _)) ? w : live.work;
    var outcome = outcome(end);
    change.log(step.name() + " " + outcome.result(), live.status(), "harness", outcome.evidence());
    boolean done = outcome.result() == HarnessOutcome.Result.DONE;
    boolean failed = outcome.result() == HarnessOutcome.Result.FAILED;
    boolean forbidden = outcome.result() == HarnessOutcome.Result.FORBIDDEN;
    if (end instanceof JobEnd.Lost && step.isRepeatable()) {
      next(change, step, work);
      return;
    }
    switch (step) {
      case TERMINATE -> next(change, SeatStep.VERIFY_GONE, work);
      case VERIFY_GONE -> {
        if (isGivenUp()) gaveUp(change, work, outcome);
        else if (done) next(change, SeatStep.START, work);
        else if (forbidden) callOff(change, work, outcome);
        else fail(change, work, outcome, "the session before is not known to be gone");
      }
      case VERIFY_RESUMABLE -> {
        if (done) next(change, SeatStep.RESUME, work);
        else if (forbidden) callOff(change, work, outcome);
        else fail(change, work, outcome, "its process is not known to be gone");
      }
      case START -> {
        if (done) next(change, SeatStep.INJECT, work);
        else if (forbidden) callOff(change, work, outcome);
        else if (failed) fail(change, work, outcome, "it was not started");
        else over(change, work, outcome);
      }
      case INJECT, RESUME -> {
        if (forbidden) {
          callOff(change, work, outcome);
        } else {
          over(change, work, outcome);
          if (failed) notHeardOf(change, "it did not get its prompt: " + outcome.evidence());
        }
      }
      case NUDGE -> {
        over(change, work, outcome);
        // A nudge that was not delivered does not count.
        if (outcome.result() == HarnessOutcome.Result.BUSY) {
          live.progress = live.progress.withNudge(false);
          works(change, outcome.evidence());
        } else if (failed || forbidden) {
          live.progress = live.progress.withNudge(false);
        } else if (live.progress.idleBy() == IdleBy.LIMIT) {
          live.progress = live.progress.withIdleBy(IdleBy.TURN_END);
        }
      }
      case STOP -> {
        over(change, work, outcome);
        if (done && change.happen(SeatEvent.STOPPED, "harness", outcome.evidence())) {
          change.end(SessionEnding.STOPPED);
          change.lease("");
          change.stop(SeatChange.BOOT, SeatChange.SILENCE, SeatChange.LIMIT, SeatChange.RESPAWN);
        }
      }
    }
  }

  /** The harness says that the session works, although nothing was heard of it. */
  private void works(SeatChange change, String evidence) {
    if (!change.happen(SeatEvent.TURN_STARTED, "harness", "its harness is busy: " + evidence)) {
      return;
    }
    live.heardAt = change.now();
    change.set(SeatChange.SILENCE, change.now() + config.silentAfter().toMillis());
  }

  private static HarnessOutcome outcome(JobEnd end) {
    return switch (end) {
      case JobEnd.Done(_, HarnessWork.Ended(_, var outcome)) -> outcome;
      case JobEnd.Done done -> HarnessOutcome.unknown("an answer that nobody knows: " + done);
      case JobEnd.Failed(_, var reason) -> HarnessOutcome.unknown(reason);
      case JobEnd.Refused(_, var reason) -> HarnessOutcome.forbidden(reason);
      case JobEnd.Lost _ -> HarnessOutcome.unknown("the server stopped meanwhile");
    };
  }

  /**
   * Begins the next step of a start. If the end of the one before did not say what it was about,
   * the store knows: the new session, and the one whose process may run.
   */
  private void next(SeatChange change, SeatStep step, @Nullable HarnessWork before) {
    var s = Objects.requireNonNull(live.session);
    var suspect = live.progress.suspect();
    change.start(
        new HarnessWork(
            step,
            Objects.requireNonNull(live.seat),
            suspect != null && step.isOfSuspect() ? suspect : s.id(),
            s.origin(),
            s.reason(),
            before == null ? "" : before.text(),
            before == null ? null : before.nonce(),
            before != null && before.override()),
        config.stepLimit().toMillis());
  }

  /** Notes that nothing was started. It may be tried again, in bounds. */
  private void fail(
      SeatChange change, @Nullable HarnessWork work, HarnessOutcome outcome, String what) {
    over(change, work, outcome);
    var track = live.progress.track().failed();
    var event = track.failedStarts() < MOST_FAILED ? SeatEvent.NOT_STARTED : SeatEvent.START_FAILED;
    if (!change.happen(event, "harness", what + ": " + outcome.evidence())) return;
    live.progress = live.progress.withTrack(track);
    change.end(SessionEnding.START_FAILED);
    change.stop(SeatChange.BOOT);
  }

  /**
   * Gives up a start that was not tried, because the gate is closed or too much is being done. A
   * process that waits for its first text is ended.
   */
  private void callOff(SeatChange change, @Nullable HarnessWork work, HarnessOutcome outcome) {
    var step = Objects.requireNonNull(live.progress.step());
    over(change, work, outcome);
    if (!change.happen(SeatEvent.START_CALLED_OFF, "server", outcome.evidence())) return;
    change.end(SessionEnding.CALLED_OFF);
    change.stop(SeatChange.BOOT);
    if (step == SeatStep.INJECT) next(change, SeatStep.STOP, null);
  }

  /** Ends the process that may run, for a seat that is given up. What comes of it is not heard. */
  void endSuspect(SeatChange change) {
    var suspect = live.progress.suspect();
    var seat = live.seat;
    if (suspect == null || seat == null) return;
    change.start(
        new HarnessWork(SeatStep.STOP, seat, suspect, null, StartReason.ASKED, "", null, false),
        config.stepLimit().toMillis());
  }

  /**
   * Gives up on a session that was never heard of. The first time it is ended, so that a start may
   * be tried once more when it is gone; else the seat is LOST.
   */
  void notHeardOf(SeatChange change, String evidence) {
    if (live.status().life() != SeatState.BOOTING) return;
    if (isGivenUp()) {
      giveUp(change);
      return;
    }
    var track = live.progress.track().failed();
    live.progress = live.progress.withTrack(track);
    if (track.failedStarts() < MOST_UNHEARD && live.progress.step() == null) {
      change.log("NOT HEARD OF", live.status(), "harness", evidence);
      change.end(SessionEnding.NOT_BOOTED);
      giveUp(change);
    } else {
      lose(change, evidence);
    }
  }

  /** True if the session that is being started is ended instead. */
  private boolean isGivenUp() {
    var s = live.session;
    return s != null && !s.isOpen() && live.status().life() == SeatState.BOOTING;
  }

  private void giveUp(SeatChange change) {
    if (live.progress.step() != null) return;
    change.stop(SeatChange.BOOT);
    next(change, SeatStep.TERMINATE, null);
  }

  private void gaveUp(SeatChange change, @Nullable HarnessWork work, HarnessOutcome outcome) {
    over(change, work, outcome);
    switch (outcome.result()) {
      case DONE -> change.happen(SeatEvent.NOT_STARTED, "harness", outcome.evidence());
      case FORBIDDEN -> change.set(SeatChange.BOOT, change.now() + config.stepLimit().toMillis());
      case BUSY, FAILED, UNKNOWN ->
          lose(change, "it is not known to be gone: " + outcome.evidence());
    }
  }

  private static void lose(SeatChange change, String evidence) {
    if (!change.happen(SeatEvent.START_FAILED, "harness", evidence)) return;
    change.end(SessionEnding.NOT_BOOTED);
    change.stop(SeatChange.BOOT);
  }

  private void over(SeatChange change, @Nullable HarnessWork work, HarnessOutcome outcome) {
    var action = Objects.requireNonNull(live.progress.step()).action();
    change.over();
    change.acted(action, work == null ? null : work.nonce(), outcome.result(), outcome.evidence());
  }
}
