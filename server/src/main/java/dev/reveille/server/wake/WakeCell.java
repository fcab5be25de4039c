package dev.reveille.server.wake;

import dev.reveille.protocol.SeatState;
import dev.reveille.server.kernel.Answer;
import dev.reveille.server.kernel.Cell;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Ids;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Tell;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.limits.WakeConfig;
import dev.reveille.server.seat.SeatNews;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides about the wakes of one seat, and remembers them. It owns the seat's row of {@code
 * wake_seats} and its rows of the ledger.
 *
 * <p>At most one action of a seat is in flight: it is stored before it is carried out. It is
 * settled when the agent acts, when the hand-over fails, or when nothing was heard of it in time.
 */
final class WakeCell implements Cell {
  static final String KIND = "wake";

  private final Clock clock;
  private final Ids ids;
  private final WakeConfig settings;
  private final WakeRules rules;
  private StoredWake memory;
  private @Nullable StoredDecision last;

  /** The decision of the action in flight, if it is not the last one. */
  private @Nullable StoredDecision flown;

  /** The monotonic time of the last wake and of the action in flight, if this process made it. */
  private long wokeNanos;

  private boolean wokeHere;

  WakeCell(String seat, Clock clock, Ids ids, WakeConfig settings, WakeReads reads) {
    this.clock = clock;
    this.ids = ids;
    this.settings = settings;
    rules = WakeRules.of(settings);
    last = reads.last(seat).orElse(null);
    memory = reads.wake(seat).orElseGet(() -> StoredWake.none(seat, -1));
    var flight = memory.flight();
    if (flight != null) {
      flown = reads.after(seat, flight.n() - 1, 1).stream().findFirst().orElse(null);
    }
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
    boolean sends = !effects.isEmpty();
    return Step.of(
        sends ? Unit.required(writes, effects, List.of()) : Unit.bestEffort(writes, effects));
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
    long today = Math.max(memory.day(), Math.floorDiv(sensed.at(), Senses.OLDEST_MILLIS));
    memory = memory.on(today);
    if (memory.mark() < 0) memory = memory.marked(sensed.mail().head());
    var inputs = inputs(look, sensed);
    var answer = WakeDecision.of(inputs);
    if (!answer.isYes()) {
      writes.add(new SaveDecision(noted(inputs, answer, today)));
      return;
    }
    var nonce = ids.nonce().substring(0, 12);
    var decision = row(inputs, answer).proven(WakeProof.STORED, sensed.at());
    var line = WakeLine.of(sensed, answer, memory, nonce);
    boolean same = inputs.work().stateHash() == memory.hash();
    var cause = mainSender(sensed.mail());
    memory =
        new StoredWake(
            memory.seat(),
            today,
            memory.used() + 1,
            cause == null ? memory.senders() : memory.senders().plus(cause),
            sensed.at(),
            inputs.work().stateHash(),
            same ? memory.wakesOfState() + 1 : 1,
            memory.abandoned(),
            Math.max(memory.mark(), sensed.mail().newest()),
            new StoredWake.Flight(decision.n(), sensed.at(), nonce, answer.action()));
    last = decision;
    flown = decision;
    wokeNanos = clock.nanos();
    wokeHere = true;
    writes.add(new SaveDecision(decision));
    writes.add(WakeFacet.sent(decision));
    writes.add(new SaveWake(memory));
    effects.add(new WakeEffect.FlightChanged(memory.seat(), true));
    effects.add(
        new WakeEffect.CarryOut(
            memory.seat(), answer.action(), line, nonce, look.override(), answer.names()));
  }

  /** Returns the row of a no: the last one once more if nothing changed. */
  private StoredDecision noted(WakeInputs inputs, WakeAnswer answer, long today) {
    var before = last;
    boolean same =
        before != null
            && !before.isYes()
            && before.reasons().equals(answer.names())
            && Math.floorDiv(before.firstAt(), Senses.OLDEST_MILLIS) == today
            && InputText.hash(before.inputs()) == inputs.work().stateHash();
    var row = same && before != null ? before.again(inputs.now()) : row(inputs, answer);
    last = row;
    return row;
  }

  private StoredDecision row(WakeInputs inputs, WakeAnswer answer) {
    return new StoredDecision(
        memory.seat(),
        last == null ? 1 : last.n() + 1,
        inputs.now(),
        inputs.now(),
        1,
        answer.action(),
        answer.names(),
        InputText.of(inputs),
        null,
        null);
  }

  private WakeInputs inputs(WakeCommand.Look look, Sensed sensed) {
    var seat = sensed.seat();
    int budget = seat == null ? 0 : seat.dailyWakes();
    var work = WorkCount.of(sensed, memory.senders(), budget);
    return new WakeInputs(
        sensed.at(),
        look.trigger(),
        look.policy(),
        facts(sensed),
        work,
        new WakeInputs.Restraints(
            sensed.gate().state(),
            look.override(),
            memory.flight() != null,
            sinceWake(sensed.at()),
            work.stateHash() == memory.hash() ? memory.wakesOfState() : 0,
            memory.abandoned() > 0,
            Reading.of(memory.used()),
            budget),
        rules);
  }

  private static WakeInputs.SeatFacts facts(Sensed sensed) {
    var seat = sensed.seat();
    if (seat == null) {
      return new WakeInputs.SeatFacts(
          SeatState.LOST,
          false,
          null,
          0,
          sensed.connected(),
          false,
          HarnessPresence.UNKNOWN,
          Reading.UNKNOWN,
          Reading.UNKNOWN,
          Reading.UNKNOWN,
          sensed.asleepUntil(),
          false);
    }
    boolean present = seat.state() == SeatState.IDLE || seat.state() == SeatState.ACTIVE;
    return new WakeInputs.SeatFacts(
        seat.state(),
        false,
        seat.end(),
        seat.fruitlessEnds(),
        sensed.connected(),
        present ? seat.canNudge() : seat.canStart(),
        seat.presence(),
        seat.lastTurnAt().known()
            ? Reading.of(Math.max(0, sensed.at() - seat.lastTurnAt().value()))
            : Reading.UNKNOWN,
        seat.context(),
        seat.limitedUntil(),
        sensed.asleepUntil(),
        seat.quiet());
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

  private static @Nullable String mainSender(MailLook mail) {
    String best = null;
    long most = -1;
    for (var sender : mail.senders()) {
      long weight = sender.high() * 1_000_000 + sender.all();
      if (weight > most) {
        most = weight;
        best = sender.sender();
      }
    }
    return best;
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
    flown = null;
    writes.add(new SaveWake(memory));
    effects.add(new WakeEffect.FlightChanged(memory.seat(), false));
    if (abandoned > 0 && abandoned % settings.abandonedLimit() == 0) {
      var trip = new GateCell.Trip(memory.seat(), abandoned);
      var key = memory.seat() + " " + memory.wakeAt();
      effects.add(Tell.durable(GateCell.ID, trip, key));
    }
  }

  private void prove(WakeProof proof, List<Write> writes) {
    var decision = flown;
    if (decision == null) return;
    var before = decision.proof();
    if (before != null && (before.isSettled() || before == proof)) return;
    var proven = decision.proven(proof, clock.wallMillis());
    if (last != null && last.n() == decision.n()) last = proven;
    flown = proven;
    writes.add(new SaveDecision(proven));
    var event = WakeFacet.proven(proven, clock.wallMillis());
    if (event != null) writes.add(event);
  }

  /** Takes news of the seat: a turn proves a wake, and its end settles it. */
  private Step happened(SeatNews.Happened news) {
    return switch (news.event()) {
      case TURN_STARTED -> news.nonce() == null ? Step.none() : turnBegan(news.nonce());
      case WENT_SILENT, TURN_PROCESS_EXITED, SUNSET, FULL_DECLARED, EXITED, CRASHED -> turnOver();
      case START_BEGUN,
          START_FAILED,
          LIMITED,
          LIMIT_PASSED,
          UNSEEN,
          SEEN,
          STOPPED,
          BENCHED,
          UNBENCHED,
          OPTED_OUT,
          OPTED_IN ->
          Step.none();
    };
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
    return memory.flight() != null
        && flown != null
        && flown.proof() != null
        && flown.proof().isStarted();
  }

  private Step done(SeatNews.Acted news) {
    if (news.nonce() == null) return Step.none();
    var proof =
        switch (news.result()) {
          case DONE -> WakeProof.OFFERED;
          case FAILED -> WakeProof.FAILED;
          case UNKNOWN -> WakeProof.UNKNOWN;
        };
    return handedOver(new WakeCommand.HandedOver(news.nonce(), proof, true));
  }

  private boolean isInFlight(String nonce) {
    var flight = memory.flight();
    return flight != null && flight.nonce().equals(nonce);
  }

  private Step handedOver(WakeCommand.HandedOver handed) {
    if (!isInFlight(handed.nonce())) return Step.none();
    if (flown != null && flown.proof() != null && flown.proof().isStarted()) return Step.none();
    var writes = new ArrayList<Write>();
    var effects = new ArrayList<Effect>();
    prove(handed.proof(), writes);
    if (handed.proof() == WakeProof.FAILED) {
      settle(memory.abandoned() + (handed.counts() ? 1 : 0), writes, effects);
    }
    return Step.of(Unit.required(writes, effects, List.of()));
  }

  private Step turnBegan(String nonce) {
    if (!isInFlight(nonce)) return Step.none();
    var writes = new ArrayList<Write>();
    prove(WakeProof.STARTED, writes);
    memory = memory.with(memory.flight(), 0);
    writes.add(new SaveWake(memory));
    return Step.of(Unit.required(writes, List.of(), List.of()));
  }

  private Step acted() {
    if (memory.flight() == null) return Step.none();
    var writes = new ArrayList<Write>();
    var effects = new ArrayList<Effect>();
    prove(WakeProof.ACTED, writes);
    settle(0, writes, effects);
    return Step.of(Unit.required(writes, effects, List.of()));
  }
}
