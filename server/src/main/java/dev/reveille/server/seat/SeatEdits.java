package dev.reveille.server.seat;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.SeatView;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.SessionEnding;
import dev.reveille.server.delivery.AdminRequest;
import dev.reveille.server.delivery.Messages;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Carries out what people and the agent want of a seat. Part of the seat cell. */
final class SeatEdits {
  private final LiveSeat live;
  private final SeatSteps steps;
  private final Harnesses harnesses;

  SeatEdits(LiveSeat live, SeatSteps steps, Harnesses harnesses) {
    this.live = live;
    this.steps = steps;
    this.harnesses = harnesses;
  }

  /** Returns the seat as it is shown; null if there is none. */
  @Nullable SeatView view() {
    var seat = live.seat;
    return seat == null ? null : SeatShown.view(new StoredSeat(seat, live.progress), harnesses);
  }

  /** Carries out an order. It is answered in each case. */
  SeatChange carryOut(SeatChange change, SeatCommand.Ordered ordered) {
    var request = ordered.request();
    if (live.seat == null && !(ordered.edit() instanceof SeatEdit.Add)) {
      return refuse(change, request, ErrorCode.AGENT_NOT_FOUND, live.identity + " has no seat");
    }
    String notStarted = null;
    switch (ordered.edit()) {
      case SeatEdit.Add(var seat) -> {
        if (harnesses.named(seat.harness()).isEmpty()) {
          return refuse(
              change,
              request,
              ErrorCode.INVALID_MSG,
              "This server has no harness "
                  + seat.harness()
                  + ". It has: "
                  + String.join(", ", harnesses.names()));
        }
        var elsewhere = otherHarness(seat);
        if (elsewhere != null) return refuse(change, request, ErrorCode.NOT_ALLOWED, elsewhere);
        define(change, seat, ordered.by());
      }
      case SeatEdit.Bench() -> change.happen(SeatEvent.BENCHED, ordered.by(), "an order");
      case SeatEdit.Resume(var override) -> {
        notStarted = resume(change, ordered.by(), override);
      }
      case SeatEdit.Remove() -> remove(change);
    }
    change.write(ordered.audit());
    var view = view();
    var fields = new JsonText(256);
    if (view != null) fields.raw("seat", view.json());
    if (notStarted != null) fields.field("not_started", notStarted);
    change.follow(
        request.answered(
            new ServerMessage.AdminResult(request.order().action(), true, fields.fields())));
    change.otherwise(request.refused(ErrorCode.STORE_UNAVAILABLE, Messages.NOT_STORED));
    return change;
  }

  private static SeatChange refuse(
      SeatChange change, AdminRequest request, ErrorCode code, String reason) {
    request.refused(code, reason).forEach(change::follow);
    return change;
  }

  /**
   * Returns why the seat cannot go to its new harness now: only the harness that started a session
   * can say that it is gone. Null if it can.
   */
  private @Nullable String otherHarness(Seat seat) {
    var old = live.seat;
    if (old == null || old.harness().equals(seat.harness()) || !live.mayRun()) return null;
    return "A session of the harness "
        + old.harness()
        + " may run. Remove the seat, which ends it, and add it again";
  }

  /** Defines the seat; false if nothing changes. */
  boolean define(SeatChange change, Seat seat, String by) {
    var old = live.seat;
    if (seat.equals(old)) return false;
    var elsewhere = otherHarness(seat);
    if (elsewhere != null) {
      change.log("NOT DEFINED ANEW", live.status(), by, elsewhere);
      return true;
    }
    live.seat = seat;
    change.write(new SaveSeat(seat, change.now()));
    change.log(old == null ? "DEFINED" : "DEFINED ANEW", live.status(), by, describe(seat));
    if (live.body == null) change.lease("");
    // A seat of this identity was removed, and its process may still run.
    if (old == null && live.session != null) {
      live.progress = live.progress.withSuspect(live.session.id());
    }
    boolean wasOut = old != null && !old.autoResume();
    if (seat.autoResume() == wasOut || old == null) {
      if (!seat.autoResume()) change.happen(SeatEvent.OPTED_OUT, by, "auto_resume is false");
      else if (wasOut) change.happen(SeatEvent.OPTED_IN, by, "auto_resume is true");
    }
    return true;
  }

  private static String describe(Seat seat) {
    return "harness "
        + seat.harness()
        + (seat.command().isEmpty() ? "" : ", command " + seat.command().getFirst());
  }

  /** Returns why nothing was started; null if it was, or need not be. */
  private @Nullable String resume(SeatChange change, String by, boolean override) {
    change.happen(SeatEvent.UNBENCHED, by, "an order");
    change.happen(SeatEvent.OPTED_IN, by, "an order");
    if (live.status().hasSession() || live.progress.step() != null) return null;
    var refusal = steps.refusal(SeatAction.START);
    if (refusal != null) return refusal;
    steps.begin(
        change,
        new SeatCommand.Act(
            SeatAction.START,
            live.session == null ? StartReason.FIRST : StartReason.ASKED,
            "",
            null,
            by,
            override ? "an order, with override of the gate" : "an order",
            override));
    return null;
  }

  /**
   * Removes the seat. The process of its session is ended, but nobody waits for that: a later seat
   * of this identity makes sure that it is gone before it starts another.
   */
  private void remove(SeatChange change) {
    change.cancelJob();
    steps.endSuspect(change);
    change.end(SessionEnding.STOPPED);
    change.lease("");
    change.stop(SeatChange.BOOT, SeatChange.SILENCE, SeatChange.LIMIT, SeatChange.RESPAWN);
    change.write(new RemoveSeat(live.identity));
    live.seat = null;
    live.progress = SeatProgress.begin(change.now()).withStep(null, live.progress.job());
    // Nobody waits for the end of that job.
    live.work = null;
  }

  /** Changes what the agent asks for. */
  void wish(SeatChange change, SeatCommand.Wish wish) {
    var old = live.progress.wishes();
    var wakes = wish.dailyWakes();
    var quiet = wish.quiet();
    var next =
        new SeatWishes(
            wakes == null ? old.dailyWakes() : wakes < 0 ? null : wakes,
            quiet == null ? old.quiet() : QuietHours.of(quiet).orElse(null));
    if (!next.equals(old)) {
      live.progress = live.progress.withWishes(next);
      change.log(
          "WISHES",
          live.status(),
          "agent",
          "daily wakes "
              + (next.dailyWakes() == null ? "as defined" : next.dailyWakes())
              + ", quiet "
              + (next.quiet() == null
                  ? "as defined"
                  : Objects.requireNonNull(next.quiet()).text()));
    }
    var optOut = wish.optOut();
    if (optOut != null) {
      change.happen(optOut ? SeatEvent.OPTED_OUT : SeatEvent.OPTED_IN, "agent", "its own wish");
    }
  }
}
