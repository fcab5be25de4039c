package dev.reveille.server.wake;

import dev.reveille.server.decision.SaveDecision;
import dev.reveille.server.decision.SaveWake;
import dev.reveille.server.decision.StoredWake;
import dev.reveille.server.decision.WakeAction;
import dev.reveille.server.decision.WakeConfig;
import dev.reveille.server.decision.WakeDecision;
import dev.reveille.server.decision.WakeProof;
import dev.reveille.server.decision.WakeReads;
import dev.reveille.server.decision.WakeReason;
import dev.reveille.server.decision.WakeRules;
import dev.reveille.server.decision.WakeTrigger;
import dev.reveille.server.delivery.Cells;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.kernel.Answer;
import dev.reveille.server.kernel.Cell;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Ids;
import dev.reveille.server.kernel.JobEnd;
import dev.reveille.server.kernel.RemoveTimer;
import dev.reveille.server.kernel.SetTimer;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Tell;
import dev.reveille.server.kernel.TimerId;
import dev.reveille.server.kernel.TimerKind;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.mail.MailboxCommand;
import dev.reveille.server.route.RouteCell;
import dev.reveille.server.route.RouteCommand;
import dev.reveille.server.route.WebhookJob;
import dev.reveille.server.seat.SeatCell;
import dev.reveille.server.seat.SeatCommand;
import dev.reveille.server.seat.SeatEvent;
import dev.reveille.server.seat.SeatNews;
import java.util.ArrayList;
import java.util.List;

/**
 * Decides about the wakes of one seat, and remembers them. It owns the seat's row of {@code
 * wake_seats} and its rows of the ledger.
 *
 * <p>At most one action of a seat is in flight: it is stored before it is carried out. It is
 * settled when the agent acts, when the hand-over fails, or when nothing was heard of it in time.
 */
final class WakeCell implements Cell {
  static final String KIND = "wake";
  private static final String SLEEP = "wake-sleep";

  private final Clock clock;
  private final Ids ids;
  private final WakeConfig settings;
  private final WakeRules rules;
  private final WakeMemory memory;

  WakeCell(String seat, Clock clock, Ids ids, WakeConfig settings, WakeReads reads) {
    this.clock = clock;
    this.ids = ids;
    this.settings = settings;
    rules = WakeRules.of(settings);
    memory = new WakeMemory(seat, clock, settings.abandonedLimit(), reads);
  }

  static CellId at(String seat) {
    return new CellId(KIND, seat);
  }

  @Override
  public Step handle(Command command) {
    return switch (command) {
      case WakeCommand.Look _ -> sense();
      case WakeCommand.HandedOver handed -> handedOver(handed);
      case WakeCommand.TurnBegan(var nonce) -> turnBegan(nonce);
      case WakeCommand.Progressed _ -> acted();
      case WakeCommand.Retrieved(var upTo) -> retrieved(upTo);
      case WakeCommand.Slept(var until) -> slept(until);
      case WakeCommand.Roused _ -> roused();
      case WakeCommand.SleepOver _ -> sense();
      case JobEnd end -> called(end);
      case SeatNews.Happened news -> happened(news);
      case SeatNews.Acted news -> done(news);
      case SeatNews.SuccessorDue _ -> sense();
      default -> throw new IllegalArgumentException("no command of wakes: " + command);
    };
  }

  private String seat() {
    return memory.row().seat();
  }

  private Step sense() {
    return Step.call(SenseCell.at(seat()), new SenseCell.Sense(), Step.NOTHING_TO_UNDO);
  }

  @Override
  public Step resume(Command command, Answer answer) {
    if (!(answer instanceof Sensed sensed)) return Step.none();
    var look = WakeCommand.Look.of(command);
    var writes = new ArrayList<Write>();
    // The sleep itself stays noted until a wake has said that it is over, or the agent speaks.
    if (command instanceof WakeCommand.SleepOver(var due)) {
      writes.add(new RemoveTimer(due.timer()));
      if (memory.row().asleepUntil() > sensed.at()) {
        // The wall clock jumped back; the timer did not.
        memory.set(memory.row().asleep(sensed.at()));
        writes.add(new SaveWake(memory.row()));
      }
    }
    var effects = new ArrayList<Effect>();
    memory.holdBack(sensed.at(), writes);
    if (!sensed.connected()) memory.heard(writes, effects);
    settleOverdue(sensed, writes, effects);
    if (sensed.seat() != null || sensed.failed().contains("seat")) {
      decide(look, sensed, writes, effects);
    }
    if (look.trigger() == WakeTrigger.TEAM) effects.add(teamAnswer(sensed, effects));
    if (writes.isEmpty() && effects.isEmpty()) return Step.none();
    boolean must =
        effects.stream().anyMatch(each -> !(each instanceof WakeEffect.WaitChanged))
            || command instanceof WakeCommand.SleepOver;
    return Step.of(
        must ? Unit.required(writes, effects, List.of()) : Unit.bestEffort(writes, effects));
  }

  /** Tells the team if this seat is woken for it. A seat that is not is no try. */
  private Effect teamAnswer(Sensed sensed, List<Effect> effects) {
    boolean sent = effects.stream().anyMatch(WakeEffect.CarryOut.class::isInstance);
    return new Tell(TeamCell.ID, new TeamCell.WakeAnswered(seat(), sent, sensed.at()));
  }

  /** An action that is not carried out yet would look like one that an earlier process left. */
  @Override
  public boolean mayUnload() {
    return !memory.isBeingCarriedOut();
  }

  /* Deciding. */

  private void decide(
      WakeCommand.Look look, Sensed sensed, List<Write> writes, List<Effect> effects) {
    // The counts of a day never go back to an earlier day: a wall clock that jumps back gains
    // no second budget.
    long wall = Math.floorDiv(sensed.at(), WakeRules.DAY_MILLIS);
    // More than a day ahead is a clock that was wrong. Its counts stay, so nothing is gained.
    if (memory.row().day() > wall + 1) memory.set(memory.row().dated(wall));
    long today = Math.max(memory.row().day(), wall);
    memory.set(memory.row().on(today));
    if (memory.row().mark() < 0) memory.set(memory.row().marked(sensed.mail().head()));
    var book = memory.book();
    var before = memory.row();
    var inputs = WakeQuestion.of(look, sensed, before, memory.sinceWake(sensed.at()), rules);
    var answer = WakeDecision.of(inputs);
    boolean waits = !answer.of(WakeReason.Kind.CAUSE).isEmpty();
    if (waits != book.waited()) effects.add(new WakeEffect.WaitChanged(seat(), waits));
    if (!answer.isYes()) {
      writes.add(new SaveDecision(book.no(sensed.seat(), inputs, answer, today)));
      return;
    }
    var nonce = ids.nonce().substring(0, 12);
    var decision = book.yes(inputs, answer);
    var line = WakeLine.of(sensed, answer, before, nonce);
    memory.set(
        before.woken(
            WakeQuestion.charged(look, sensed, before, answer),
            inputs.work().stateHash(),
            sensed.mail().newest(),
            new StoredWake.Flight(
                decision.n(), sensed.at(), nonce, answer.action(), sensed.mail().first())));
    memory.woke();
    writes.add(new SaveDecision(decision));
    writes.add(WakeFacet.sent(decision));
    writes.add(new SaveWake(memory.row()));
    effects.add(new WakeEffect.FlightChanged(seat(), true));
    if (answer.action() == WakeAction.WEBHOOK) {
      long route = WakeQuestion.webhook(look, sensed, before, inputs);
      var job = WebhookJob.start(at(seat()), decision.n(), route, line, nonce, answer);
      writes.add(job);
      effects.add(job);
    }
    effects.add(
        new WakeEffect.CarryOut(
            seat(), answer.action(), line, nonce, look.override(), answer.names()));
  }

  /* Sleeping. */

  static TimerKind sleepTimers() {
    return new TimerKind(SLEEP, KIND, WakeCommand.SleepOver::new);
  }

  private TimerId sleepTimer() {
    return new TimerId(at(seat()), SLEEP, "");
  }

  private Step slept(long until) {
    memory.set(memory.row().asleep(until));
    return Step.answer(
        new ChatAnswer.Done(),
        Unit.required(
            List.of(
                new SaveWake(memory.row()),
                new SetTimer(sleepTimer(), until, clock.wallMillis(), "")),
            List.of(),
            List.of()));
  }

  /** Ends the sleep: the agent speaks. */
  private Step roused() {
    if (memory.row().asleepUntil() == 0) return Step.none();
    memory.set(memory.row().asleep(0));
    return Step.of(
        Unit.required(
            List.of(new SaveWake(memory.row()), new RemoveTimer(sleepTimer())),
            List.of(),
            List.of()));
  }

  /* Settling. */

  /** Ends an action of which nothing was heard in time. */
  private void settleOverdue(Sensed sensed, List<Write> writes, List<Effect> effects) {
    if (memory.row().flight() == null) return;
    var seat = sensed.seat();
    if (seat != null && seat.seenNonce() != null && memory.isInFlight(seat.seenNonce())) {
      memory.prove(WakeProof.STARTED, writes);
    }
    if (seat != null && memory.isLeftBehind(seat)) {
      memory.release(writes, effects);
      return;
    }
    long age = memory.sinceWake(sensed.at()).value();
    if (age >= settings.patience().toMillis()) memory.giveUp(writes, effects);
  }

  /** Takes news of the seat: a turn proves a wake, and its end settles it. */
  private Step happened(SeatNews.Happened news) {
    if (news.event() == SeatEvent.TURN_STARTED) {
      return news.nonce() == null ? Step.none() : turnBegan(news.nonce());
    }
    if (news.event() == SeatEvent.LIMIT_PASSED) return sense();
    // Only a session that runs can declare its end.
    if (news.event().isDeclared()) return acted();
    return news.event().endsTurn() ? turnOver() : Step.none();
  }

  /** Settles a wake whose turn began and is over. */
  private Step turnOver() {
    if (!memory.hasBegun()) return Step.none();
    var writes = new ArrayList<Write>();
    var effects = new ArrayList<Effect>();
    memory.settle(0, writes, effects);
    return Step.of(Unit.required(writes, effects, List.of()));
  }

  private Step done(SeatNews.Acted news) {
    if (news.nonce() == null) return Step.none();
    var proof =
        switch (news.result()) {
          case DONE -> WakeProof.OFFERED;
          case FAILED, FORBIDDEN, BUSY -> WakeProof.FAILED;
          case UNKNOWN -> WakeProof.UNKNOWN;
        };
    return handedOver(new WakeCommand.HandedOver(news.nonce(), proof, news.result().isTried()));
  }

  private CellId mailbox() {
    return Cells.mailbox(seat());
  }

  private Step handedOver(WakeCommand.HandedOver handed) {
    if (!memory.isInFlight(handed.nonce())) return Step.none();
    if (memory.hasBegun() && handed.proof() != WakeProof.OFFERED) return Step.none();
    var writes = new ArrayList<Write>();
    var effects = new ArrayList<Effect>();
    memory.prove(handed.proof(), writes);
    if (handed.proof() == WakeProof.OFFERED) effects.add(handedOver());
    if (handed.proof() == WakeProof.FAILED) {
      // A failure outside the seat does not start the cooldown.
      if (!handed.counts()) memory.set(memory.row().withoutState());
      memory.settle(memory.row().abandoned() + (handed.counts() ? 1 : 0), writes, effects);
    }
    return Step.of(Unit.required(writes, effects, List.of()));
  }

  /** Moves the watermarks of the routes. An outcome that is unknown does not. */
  private Effect handedOver() {
    return new Tell(
        RouteCell.at(seat()), new RouteCommand.HandedOver(memory.row().mark(), clock.wallMillis()));
  }

  /** Takes the end of a webhook's call. */
  private Step called(JobEnd end) {
    var flight = memory.row().flight();
    if (flight == null || flight.n() != end.number()) return Step.none();
    var outcome = WebhookJob.outcome(end);
    var step =
        handedOver(new WakeCommand.HandedOver(flight.nonce(), outcome.proof(), outcome.counts()));
    var called = outcome.called();
    if (called == null) return step;
    var units = new ArrayList<>(step.units());
    units.add(Unit.barrier(List.of(new Tell(RouteCell.at(seat()), called))));
    return new Step(units, null, null);
  }

  /** Notes that the agent took its mail up to this seq. */
  private Step retrieved(long upTo) {
    var writes = new ArrayList<Write>();
    var effects = new ArrayList<Effect>();
    boolean again = memory.heard(writes, effects);
    if (memory.entries() > 0 && upTo >= memory.row().mark()) {
      memory.prove(WakeProof.RETRIEVED, writes);
    }
    if (writes.isEmpty()) return Step.none();
    return Step.of(
        again ? Unit.required(writes, effects, List.of()) : Unit.bestEffort(writes, effects));
  }

  private Step turnBegan(String nonce) {
    var writes = new ArrayList<Write>();
    var effects = new ArrayList<Effect>();
    boolean again = memory.heard(writes, effects);
    if (!memory.isInFlight(nonce)) {
      return again ? Step.of(Unit.required(writes, effects, List.of())) : Step.none();
    }
    memory.prove(WakeProof.STARTED, writes);
    memory.set(memory.row().with(memory.row().flight(), 0));
    writes.add(new SaveWake(memory.row()));
    effects.add(handedOver());
    answeredNudge(effects);
    long from = memory.entries();
    if (from > 0) {
      effects.add(new Tell(mailbox(), new MailboxCommand.TurnStarted(from, memory.row().mark())));
    }
    return Step.of(Unit.required(writes, effects, List.of()));
  }

  /** Tells the seat that a nudge was answered, also if the answer came beside its connection. */
  private void answeredNudge(List<Effect> effects) {
    if (!memory.isInFlight(WakeAction.NUDGE)) return;
    effects.add(new Tell(SeatCell.at(seat()), new SeatCommand.NudgeAnswered()));
  }

  private Step acted() {
    var writes = new ArrayList<Write>();
    var effects = new ArrayList<Effect>();
    memory.heard(writes, effects);
    // Without the nonce nobody knows that what the agent does is the answer to this wake.
    long from = memory.hasBegun() ? memory.entries() : 0;
    if (memory.row().flight() != null) {
      answeredNudge(effects);
      memory.prove(WakeProof.ACTED, writes);
      memory.settle(0, writes, effects);
    }
    if (writes.isEmpty()) return Step.none();
    if (from > 0) {
      effects.add(new Tell(mailbox(), new MailboxCommand.ActedOn(from, memory.row().mark())));
    }
    return Step.of(Unit.required(writes, effects, List.of()));
  }
}
