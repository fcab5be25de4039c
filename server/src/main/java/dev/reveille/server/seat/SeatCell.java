package dev.reveille.server.seat;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.SeatAnswers;
import dev.reveille.protocol.SeatMessages;
import dev.reveille.protocol.SeatState;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.delivery.ActedEffect;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.kernel.Cell;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Ids;
import dev.reveille.server.kernel.JobEnd;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.TimerKind;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.store.Store;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Owns one seat: its state, its sessions, the lease of its body, and what is done at its harness.
 *
 * <p>Each change is one required unit. The state moves only by {@link SeatTransitions}, and each
 * move is a row of the seat's log with its evidence. At most one thing is done at the harness at a
 * time.
 */
public final class SeatCell implements Cell {
  public static final String KIND = "seat";

  /**
   * The parts of a seat's cell.
   *
   * @param news who is told what happens
   */
  record Parts(
      SeatConfig config, Clock clock, Ids ids, Store store, Harnesses harnesses, NewsDesk news) {}

  private final Parts parts;
  private final LiveSeat live;
  private final SeatSteps steps;
  private final SeatEnds ends;
  private final SeatEdits edits;

  private SeatCell(Parts parts, LiveSeat live) {
    this.parts = parts;
    this.live = live;
    steps = new SeatSteps(live, parts.config(), parts.harnesses(), parts.ids());
    ends = new SeatEnds(live, parts.config());
    edits = new SeatEdits(live, steps, parts.harnesses());
  }

  static SeatCell load(String identity, Parts parts) {
    return new SeatCell(parts, LiveSeat.load(identity, parts.clock().wallMillis(), parts.store()));
  }

  /** Returns the address of the cell that owns the seat of an agent. */
  public static CellId at(String identity) {
    return new CellId(KIND, identity);
  }

  static TimerKind timerKind() {
    return new TimerKind(SeatChange.TIMER, KIND, SeatCommand.Due::new);
  }

  /** Activity that is not stored only delays the time at which a session counts as silent. */
  @Override
  public boolean mayUnload() {
    return live.status().life() != SeatState.ACTIVE && live.work == null;
  }

  private SeatChange change() {
    return new SeatChange(live, parts.clock().wallMillis(), parts.news());
  }

  private static Step done(SeatChange change) {
    return Step.answer(new ChatAnswer.Done(), change.unit());
  }

  @Override
  public Step handle(Command command) {
    if (command instanceof JobEnd end) return jobEnded(end);
    return switch ((SeatCommand) command) {
      case SeatCommand.Act act -> act(act);
      case SeatCommand.Found(var finding) -> found(finding);
      case SeatCommand.Attached(var session) -> attached(session);
      case SeatCommand.Heard heard -> heard(heard);
      case SeatCommand.Progressed _ -> did(true);
      case SeatCommand.Woken _ -> woken();
      case SeatCommand.NudgeAnswered _ -> nudgeAnswered();
      case SeatCommand.Show(var asker) -> show(asker);
      case SeatCommand.HandOff handOff -> handOff(handOff);
      case SeatCommand.Dreamt(var session, var note) -> dreamt(session, note);
      case SeatCommand.Declare declare -> declare(declare);
      case SeatCommand.Wish wish -> wish(wish);
      case SeatCommand.Define(var seat) -> define(seat);
      case SeatCommand.Ordered ordered -> done(edits.carryOut(change(), ordered));
      case SeatCommand.Due(var timer) -> due(timer.timer().key());
    };
  }

  private Step act(SeatCommand.Act act) {
    var refusal = steps.refusal(act.action());
    var change = change();
    if (refusal == null) {
      steps.begin(change, act);
    } else if (live.seat == null) {
      return Step.answer(new ChatAnswer.Refused(ErrorCode.AGENT_NOT_FOUND, refusal));
    } else {
      change.log("REFUSED " + act.action(), live.status(), act.actor(), refusal);
      change.acted(act.action(), act.nonce(), HarnessOutcome.Result.FAILED, refusal);
    }
    return done(change);
  }

  private Step jobEnded(JobEnd end) {
    if (live.progress.step() == null || end.number() != live.progress.job()) return Step.none();
    var change = change();
    steps.ended(change, end);
    return Step.of(change.unit());
  }

  private Step found(HarnessFinding finding) {
    var session = live.session;
    if (live.seat == null || session == null || !live.isPresent(finding.session())) {
      return Step.none();
    }
    var change = change();
    boolean more = finding.use() != null && !finding.use().equals(session.use());
    if (more) change.session(session.using(Objects.requireNonNull(finding.use())));
    boolean changed = ends.found(change, finding);
    if (ends.isReadyForSuccessor(finding.event())) {
      succeed(change, "its process has ended");
      changed = true;
    }
    return changed || more ? Step.of(change.unit()) : Step.none();
  }

  private Step attached(String session) {
    if (live.seat == null || !live.isPresent(session)) {
      return Step.answer(
          new ChatAnswer.Refused(ErrorCode.NOT_ALLOWED, "The session " + session + " is over"));
    }
    var change = change();
    boolean changed = ends.turn(change, "agent", "it connected", null);
    return changed ? done(change) : Step.answer(new ChatAnswer.Done());
  }

  private Step heard(SeatCommand.Heard heard) {
    if (heard.session() == null) return did(heard.reply());
    if (live.seat == null || !live.isPresent(heard.session())) return Step.none();
    var change = change();
    boolean changed = ends.turn(change, "agent", "it spoke", null);
    changed |= ends.did(heard.reply());
    return changed ? Step.of(change.unit()) : Step.none();
  }

  private Step did(boolean progress) {
    if (live.seat == null) return Step.none();
    var change = change();
    return ends.did(progress) ? Step.of(change.unit()) : Step.none();
  }

  /** It may be nudged again. It is still idle: what it did may have come by a side session. */
  private Step nudgeAnswered() {
    if (live.seat == null || !live.progress.nudged()) return Step.none();
    var change = change();
    live.progress = live.progress.withNudge(false);
    return Step.of(change.unit());
  }

  private Step woken() {
    if (live.seat == null || live.progress.idleBy() != IdleBy.LIMIT) return Step.none();
    var change = change();
    live.progress = live.progress.withIdleBy(IdleBy.TURN_END);
    return Step.of(change.unit());
  }

  private Step show(SeatCommand.Asker asker) {
    return Step.answer(new ChatAnswer.Done(), Unit.barrier(answered(asker)));
  }

  /** Returns the answer to the agent: its seat as it is. */
  private List<Effect> answered(SeatCommand.Asker asker) {
    var by = asker.by();
    return by == null
        ? List.of()
        : List.of(
            new DeliveryEffect.ToSession(
                by, new SeatAnswers.Answer(asker.request(), edits.view())));
  }

  private static List<Effect> notStored(SeatCommand.Asker asker) {
    var by = asker.by();
    return by == null
        ? List.of()
        : List.of(
            new DeliveryEffect.ToSession(
                by, new ServerMessage.Failure(ErrorCode.STORE_UNAVAILABLE, Messages.NOT_STORED)));
  }

  private Step answer(SeatChange change, SeatCommand.Asker asker) {
    answered(asker).forEach(change::follow);
    change.otherwise(notStored(asker));
    return done(change);
  }

  private static Step refuse(String reason) {
    return Step.answer(new ChatAnswer.Refused(ErrorCode.NOT_ALLOWED, reason));
  }

  private Step handOff(SeatCommand.HandOff handOff) {
    var stale = stale(handOff.asker());
    if (stale != null) return refuse(stale);
    var change = change();
    ends.did(true);
    note(change, handOff.note(), Handoff.Author.AGENT, live.progress.session());
    change.follow(new ActedEffect(live.identity));
    return answer(change, handOff.asker());
  }

  /** Returns why the asker does not speak for the present session; null if it does. */
  private @Nullable String stale(SeatCommand.Asker asker) {
    return asker.session() == null || live.isPresent(asker.session())
        ? null
        : "The session " + asker.session() + " is not the present one of this seat";
  }

  /** Stores a consolidated handoff. Nobody is told, and nothing is started. */
  private Step dreamt(String session, SeatMessages.Note note) {
    var change = change();
    note(change, note, Handoff.Author.DREAM, session);
    return done(change);
  }

  private void note(
      SeatChange change, SeatMessages.Note note, Handoff.Author author, @Nullable String session) {
    live.handoffs++;
    change.write(
        new AddHandoff(
            new Handoff(
                live.identity,
                session,
                live.handoffs,
                change.now(),
                author,
                note.done(),
                note.next(),
                note.questions(),
                note.workedOn()),
            parts.config().keepHandoffs()));
  }

  private Step declare(SeatCommand.Declare declare) {
    if (live.seat == null) return refuse("You have no seat, so no session of it can end");
    var stale = stale(declare.asker());
    if (stale != null) return refuse(stale);
    var change = change();
    var note = declare.note();
    if (note != null) ends.did(true);
    boolean ended = ends.declare(change, declare.ending(), "agent", declare.evidence());
    if (ended && note != null) {
      note(change, note, Handoff.Author.AGENT, live.progress.session());
      change.follow(new ActedEffect(live.identity));
    }
    return answer(change, declare.asker());
  }

  private Step wish(SeatCommand.Wish wish) {
    if (live.seat == null) return refuse("You have no seat");
    var quiet = wish.quiet();
    if (quiet != null && !quiet.isEmpty() && QuietHours.of(quiet).isEmpty()) {
      return Step.answer(
          new ChatAnswer.Refused(
              ErrorCode.INVALID_MSG, "Invalid quiet: such as 22:00-07:00 Europe/Berlin"));
    }
    var change = change();
    edits.wish(change, wish);
    return answer(change, wish.asker());
  }

  private Step define(Seat seat) {
    var change = change();
    return edits.define(change, seat, "reveille.conf")
        ? done(change)
        : Step.answer(new ChatAnswer.Done());
  }

  private Step due(String key) {
    var change = change();
    change.stop(key);
    if (live.seat == null) return Step.of(change.unit());
    switch (key) {
      case SeatChange.BOOT ->
          steps.notHeardOf(
              change,
              "nothing was heard of it for " + parts.config().bootLimit().toMinutes() + " min");
      case SeatChange.SILENCE -> ends.silence(change);
      case SeatChange.LIMIT -> ends.limitPassed(change);
      case SeatChange.RESPAWN -> succeed(change, "its time to hand over has passed");
      default -> throw new IllegalArgumentException("no timer " + key);
    }
    return Step.of(change.unit());
  }

  /** Asks for the successor of a session that is full; later, if something is being done. */
  private void succeed(SeatChange change, String evidence) {
    if (live.status().life() != SeatState.FULL) return;
    if (live.progress.step() == null) {
      change.stop(SeatChange.RESPAWN);
      change.mayBeSucceeded(evidence);
    } else {
      change.set(SeatChange.RESPAWN, change.now() + parts.config().respawnGrace().toMillis());
    }
  }
}
