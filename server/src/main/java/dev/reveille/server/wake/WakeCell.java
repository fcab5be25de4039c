package dev.reveille.server.wake;

import dev.reveille.server.decision.Reading;
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
import dev.reveille.server.seat.HarnessOutcome;
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
  private StoredWake memory;
  private final DecisionBook book;

  /** The monotonic time of the last wake and of the action in flight, if this process made it. */
  private long wokeNanos;

  private boolean wokeHere;

  WakeCell(String seat, Clock clock, Ids ids, WakeConfig settings, WakeReads reads) {
    this.clock = clock;
    this.ids = ids;
    this.settings = settings;
    rules = WakeRules.of(settings);
    memory = reads.wake(seat).orElseGet(() -> StoredWake.none(seat, -1));
    book = new DecisionBook(seat, memory.flight(), reads);
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
      default -> throw new IllegalArgumentException("no command of wakes: " + command);
    };
  }

  private Step sense() {
    return Step.call(SenseCell.at(memory.seat()), new SenseCell.Sense(), Step.NOTHING_TO_UNDO);
  }

  @Override
  public Step resume(Command command, Answer answer) {
    if (!(answer instanceof Sensed sensed)) return Step.none();
    var look = command instanceof WakeCommand.Look asked ? asked : WakeCommand.Look.PULSE;
    var writes = new ArrayList<Write>();
    // The sleep itself stays noted until a wake has said that it is over, or the agent speaks.
    if (command instanceof WakeCommand.SleepOver(var due)) {
      writes.add(new RemoveTimer(due.timer()));
      if (memory.asleepUntil() > sensed.at()) {
        // The wall clock jumped back; the timer did not.
        memory = memory.asleep(sensed.at());
        writes.add(new SaveWake(memory));
      }
    }
    var effects = new ArrayList<Effect>();
    if (!wokeHere && memory.wakeAt() > sensed.at()) {
      // The wall clock jumped back since. Without this the seat would rest until it caught up.
      memory = memory.wokenAt(sensed.at());
      writes.add(new SaveWake(memory));
    }
    settleOverdue(sensed, writes, effects);
    if (sensed.seat() != null || sensed.failed().contains("seat")) {
      decide(look, sensed, writes, effects);
    }
    if (writes.isEmpty()) return Step.none();
    boolean must =
        effects.stream().anyMatch(each -> !(each instanceof WakeEffect.WaitChanged))
            || command instanceof WakeCommand.SleepOver;
    return Step.of(
        must ? Unit.required(writes, effects, List.of()) : Unit.bestEffort(writes, effects));
  }

  @Override
  public boolean mayUnload() {
    return true;
  }

  /* Deciding. */

  private void decide(
      WakeCommand.Look look, Sensed sensed, List<Write> writes, List<Effect> effects) {
    // The counts of a day never go back to an earlier day: a wall clock that jumps back gains
    // no second budget.
    long wall = Math.floorDiv(sensed.at(), WakeRules.DAY_MILLIS);
    // More than a day ahead is a clock that was wrong. Its counts stay, so nothing is gained.
    if (memory.day() > wall + 1) memory = memory.dated(wall);
    long today = Math.max(memory.day(), wall);
    memory = memory.on(today);
    if (memory.mark() < 0) memory = memory.marked(sensed.mail().head());
    var inputs = WakeQuestion.of(look, sensed, memory, sinceWake(sensed.at()), rules);
    var answer = WakeDecision.of(inputs);
    boolean waits = !answer.of(WakeReason.Kind.CAUSE).isEmpty();
    if (waits != book.waited()) effects.add(new WakeEffect.WaitChanged(memory.seat(), waits));
    if (!answer.isYes()) {
      writes.add(new SaveDecision(book.no(sensed.seat(), inputs, answer, today)));
      return;
    }
    var nonce = ids.nonce().substring(0, 12);
    var decision = book.yes(inputs, answer);
    var line = WakeLine.of(sensed, answer, memory, nonce);
    var before = memory;
    memory =
        memory.woken(
            sensed.mail().mainSender(),
            inputs.work().stateHash(),
            sensed.mail().newest(),
            new StoredWake.Flight(
                decision.n(), sensed.at(), nonce, answer.action(), sensed.mail().first()));
    wokeNanos = clock.nanos();
    wokeHere = true;
    writes.add(new SaveDecision(decision));
    writes.add(WakeFacet.sent(decision));
    writes.add(new SaveWake(memory));
    effects.add(new WakeEffect.FlightChanged(memory.seat(), true));
    if (answer.action() == WakeAction.WEBHOOK) {
      long route = WakeQuestion.webhook(look, sensed, before, inputs);
      var job = WebhookJob.start(at(memory.seat()), decision.n(), route, line, nonce, answer);
      writes.add(job);
      effects.add(job);
    }
    effects.add(
        new WakeEffect.CarryOut(
            memory.seat(), answer.action(), line, nonce, look.override(), answer.names()));
  }

  /**
   * Returns how long ago the last wake was. It is measured by the clock that does not jump, if this
   * process made the wake.
   */
  private Reading sinceWake(long now) {
    if (memory.wakeAt() == 0) return Reading.UNKNOWN;
    if (wokeHere) return Reading.of((clock.nanos() - wokeNanos) / 1_000_000);
    return Reading.of(Math.max(0, now - memory.wakeAt()));
  }

  /* Sleeping. */

  static TimerKind sleepTimers() {
    return new TimerKind(SLEEP, KIND, WakeCommand.SleepOver::new);
  }

  private TimerId sleepTimer() {
    return new TimerId(at(memory.seat()), SLEEP, "");
  }

  private Step slept(long until) {
    memory = memory.asleep(until);
    return Step.answer(
        new ChatAnswer.Done(),
        Unit.required(
            List.of(
                new SaveWake(memory), new SetTimer(sleepTimer(), until, clock.wallMillis(), "")),
            List.of(),
            List.of()));
  }

  /** Ends the sleep: the agent speaks. */
  private Step roused() {
    if (memory.asleepUntil() == 0) return Step.none();
    memory = memory.asleep(0);
    return Step.of(
        Unit.required(
            List.of(new SaveWake(memory), new RemoveTimer(sleepTimer())), List.of(), List.of()));
  }

  /* Settling. */

  /** Ends an action of which nothing was heard in time, and counts it. */
  private void settleOverdue(Sensed sensed, List<Write> writes, List<Effect> effects) {
    var flight = memory.flight();
    if (flight == null) return;
    var seat = sensed.seat();
    if (seat != null && flight.nonce().equals(seat.seenNonce())) prove(WakeProof.STARTED, writes);
    long age = sinceWake(sensed.at()).value();
    if (age < settings.patience().toMillis()) return;
    if (hasBegun()) {
      settle(0, writes, effects);
      return;
    }
    prove(WakeProof.ABANDONED, writes);
    settle(memory.abandoned() + 1, writes, effects);
  }

  private void settle(int abandoned, List<Write> writes, List<Effect> effects) {
    memory = memory.with(null, abandoned);
    book.settled();
    writes.add(new SaveWake(memory));
    effects.add(new WakeEffect.FlightChanged(memory.seat(), false));
    if (abandoned > 0 && abandoned % settings.abandonedLimit() == 0) {
      var trip = new GateCell.Trip(memory.seat(), abandoned);
      var key = memory.seat() + " " + memory.wakeAt();
      effects.add(Tell.durable(GateCell.ID, trip, key));
    }
  }

  private void prove(WakeProof proof, List<Write> writes) {
    var row = book.proven(proof, clock.wallMillis());
    if (row == null) return;
    writes.add(new SaveDecision(row));
    var event = WakeFacet.proven(row, clock.wallMillis());
    if (event != null) writes.add(event);
  }

  /** Takes news of the seat: a turn proves a wake, and its end settles it. */
  private Step happened(SeatNews.Happened news) {
    if (news.event() == SeatEvent.TURN_STARTED) {
      return news.nonce() == null ? Step.none() : turnBegan(news.nonce());
    }
    return news.event().endsTurn() ? turnOver() : Step.none();
  }

  /** Settles a wake whose turn began and is over. */
  private Step turnOver() {
    if (!hasBegun()) return Step.none();
    var writes = new ArrayList<Write>();
    var effects = new ArrayList<Effect>();
    settle(0, writes, effects);
    return Step.of(Unit.required(writes, effects, List.of()));
  }

  private boolean hasBegun() {
    return memory.flight() != null && book.hasBegun();
  }

  private Step done(SeatNews.Acted news) {
    if (news.nonce() == null) return Step.none();
    var proof =
        switch (news.result()) {
          case DONE -> WakeProof.OFFERED;
          case FAILED, FORBIDDEN -> WakeProof.FAILED;
          case UNKNOWN -> WakeProof.UNKNOWN;
        };
    // What the gate stopped says nothing about the seat.
    boolean counts = news.result() != HarnessOutcome.Result.FORBIDDEN;
    return handedOver(new WakeCommand.HandedOver(news.nonce(), proof, counts));
  }

  /** Returns the first entry that the action in flight is about; 0 if there is none. */
  private long entries() {
    var flight = memory.flight();
    return flight == null ? 0 : flight.from();
  }

  private CellId mailbox() {
    return Cells.mailbox(memory.seat());
  }

  private boolean isInFlight(String nonce) {
    var flight = memory.flight();
    return flight != null && flight.nonce().equals(nonce);
  }

  private Step handedOver(WakeCommand.HandedOver handed) {
    if (!isInFlight(handed.nonce())) return Step.none();
    if (book.hasBegun() && handed.proof() != WakeProof.OFFERED) return Step.none();
    var writes = new ArrayList<Write>();
    var effects = new ArrayList<Effect>();
    prove(handed.proof(), writes);
    if (handed.proof() == WakeProof.OFFERED) effects.add(handedOver());
    if (handed.proof() == WakeProof.FAILED) {
      // A failure that is not the seat's says nothing about its state: that may be tried again.
      if (!handed.counts()) memory = memory.withoutState();
      settle(memory.abandoned() + (handed.counts() ? 1 : 0), writes, effects);
    }
    return Step.of(Unit.required(writes, effects, List.of()));
  }

  /** Moves the watermarks of the routes. An outcome that is unknown does not. */
  private Effect handedOver() {
    return new Tell(
        RouteCell.at(memory.seat()),
        new RouteCommand.HandedOver(memory.mark(), clock.wallMillis()));
  }

  /** Takes the end of a webhook's call. */
  private Step called(JobEnd end) {
    var flight = memory.flight();
    if (flight == null || flight.n() != end.number()) return Step.none();
    var outcome = WebhookJob.outcome(end);
    var step =
        handedOver(new WakeCommand.HandedOver(flight.nonce(), outcome.proof(), outcome.counts()));
    var called = outcome.called();
    if (called == null) return step;
    var units = new ArrayList<>(step.units());
    units.add(Unit.barrier(List.of(new Tell(RouteCell.at(memory.seat()), called))));
    return new Step(units, null, null);
  }

  /** Notes that the agent took its mail up to this seq. */
  private Step retrieved(long upTo) {
    if (entries() == 0 || upTo < memory.mark()) return Step.none();
    var writes = new ArrayList<Write>();
    prove(WakeProof.RETRIEVED, writes);
    return writes.isEmpty() ? Step.none() : Step.of(Unit.bestEffort(writes, List.of()));
  }

  private Step turnBegan(String nonce) {
    if (!isInFlight(nonce)) return Step.none();
    var writes = new ArrayList<Write>();
    prove(WakeProof.STARTED, writes);
    memory = memory.with(memory.flight(), 0);
    writes.add(new SaveWake(memory));
    var effects = new ArrayList<Effect>();
    effects.add(handedOver());
    answeredNudge(effects);
    long from = entries();
    if (from > 0) {
      effects.add(new Tell(mailbox(), new MailboxCommand.TurnStarted(from, memory.mark())));
    }
    return Step.of(Unit.required(writes, effects, List.of()));
  }

  /** Tells the seat that a nudge was answered, also if the answer came beside its connection. */
  private void answeredNudge(List<Effect> effects) {
    var flight = memory.flight();
    if (flight == null || flight.action() != WakeAction.NUDGE) return;
    effects.add(new Tell(SeatCell.at(memory.seat()), new SeatCommand.NudgeAnswered()));
  }

  private Step acted() {
    if (memory.flight() == null) return Step.none();
    var writes = new ArrayList<Write>();
    var effects = new ArrayList<Effect>();
    // Without the nonce nobody knows that what the agent does is the answer to this wake.
    long from = hasBegun() ? entries() : 0;
    answeredNudge(effects);
    prove(WakeProof.ACTED, writes);
    settle(0, writes, effects);
    if (from > 0) {
      effects.add(new Tell(mailbox(), new MailboxCommand.ActedOn(from, memory.mark())));
    }
    return Step.of(Unit.required(writes, effects, List.of()));
  }
}
