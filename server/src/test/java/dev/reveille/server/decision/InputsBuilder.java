package dev.reveille.server.decision;

import dev.reveille.protocol.SeatState;
import dev.reveille.protocol.SessionEnding;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Makes inputs of decisions: an idle seat with nothing to do, and what a test changes. */
public final class InputsBuilder {
  static final long NOW = 1_800_000_000_000L;

  WakeTrigger trigger = WakeTrigger.PULSE;
  WakePolicy policy = WakePolicy.IMMEDIATE;
  SeatState state = SeatState.IDLE;
  boolean listed;
  @Nullable SessionEnding end;
  int fruitless;
  int crashes;
  int failedStarts;
  boolean connected;
  boolean reachable = true;
  boolean nudgedInVain;
  boolean messagedInVain;
  boolean webhook;
  HarnessPresence presence = HarnessPresence.WAITING;
  Reading sinceTurn = Reading.of(600_000);
  Reading context = Reading.of(20_000);
  Reading limitedUntil = Reading.ZERO;
  boolean limitOver;
  Reading asleepUntil = Reading.ZERO;
  boolean quiet;
  Reading high = Reading.ZERO;
  Reading normal = Reading.ZERO;
  Reading low = Reading.ZERO;
  Reading withheld = Reading.ZERO;
  Reading tasks = Reading.ZERO;
  Reading expired = Reading.ZERO;
  Reading elsewhere = Reading.ZERO;
  long hash = 7;
  GateState gate = GateState.OPEN;
  boolean override;
  boolean inFlight;
  Reading sinceWake = Reading.UNKNOWN;
  int wakesOfState;
  boolean lastAbandoned;
  Reading used = Reading.ZERO;
  int budget = 48;
  WakeRules rules = WakeRules.USUAL;

  static InputsBuilder idle() {
    return new InputsBuilder();
  }

  /** An idle seat with one unread message. */
  static InputsBuilder withMail() {
    var made = new InputsBuilder();
    made.normal = Reading.of(1);
    return made;
  }

  InputsBuilder in(SeatState next) {
    state = next;
    return this;
  }

  InputsBuilder ended(SessionEnding how) {
    state = SeatState.ENDED;
    end = how;
    return this;
  }

  public WakeInputs make() {
    return new WakeInputs(
        NOW,
        trigger,
        policy,
        new WakeInputs.SeatFacts(
            state,
            listed,
            end,
            fruitless,
            crashes,
            failedStarts,
            connected,
            reachable,
            nudgedInVain,
            messagedInVain,
            webhook,
            presence,
            sinceTurn,
            context,
            limitedUntil,
            limitOver,
            asleepUntil,
            quiet),
        new WakeInputs.WorkFacts(high, normal, low, withheld, tasks, expired, elsewhere, hash),
        new WakeInputs.Restraints(
            gate, override, inFlight, sinceWake, wakesOfState, lastAbandoned, used, budget),
        rules);
  }

  WakeAnswer decide() {
    return WakeDecision.of(make());
  }

  /** Returns inputs of any kind. Usual values are likely, so that many answers are yes. */
  public static InputsBuilder any(Random random) {
    var made = new InputsBuilder();
    made.trigger = seldom(random, WakeTrigger.values(), WakeTrigger.PULSE);
    made.policy = seldom(random, WakePolicy.values(), WakePolicy.IMMEDIATE);
    made.state = one(random, SeatState.values());
    made.listed = random.nextInt(8) == 0;
    made.end = random.nextInt(4) == 0 ? null : one(random, SessionEnding.values());
    made.fruitless = random.nextInt(4);
    made.crashes = random.nextInt(4);
    made.failedStarts = random.nextInt(4);
    made.limitOver = random.nextInt(4) == 0;
    made.connected = random.nextBoolean();
    made.reachable = random.nextInt(6) > 0;
    made.nudgedInVain = random.nextInt(8) == 0;
    made.messagedInVain = random.nextInt(8) == 0;
    made.webhook = random.nextInt(8) == 0;
    made.presence = seldom(random, HarnessPresence.values(), HarnessPresence.WAITING);
    made.sinceTurn = reading(random, 3_600_000);
    made.context = reading(random, 300_000);
    made.limitedUntil = random.nextInt(3) > 0 ? Reading.ZERO : near(random);
    made.asleepUntil = random.nextInt(6) > 0 ? Reading.ZERO : near(random);
    made.quiet = random.nextInt(8) == 0;
    made.high = count(random);
    made.normal = count(random);
    made.low = count(random);
    made.withheld = count(random);
    made.tasks = count(random);
    made.expired = count(random);
    made.elsewhere = count(random);
    made.hash = random.nextLong();
    made.gate = seldom(random, GateState.values(), GateState.OPEN);
    made.override = random.nextInt(8) == 0;
    made.inFlight = random.nextInt(8) == 0;
    made.sinceWake = reading(random, 14_400_000);
    made.wakesOfState = Math.max(0, random.nextInt(6) - 2);
    made.lastAbandoned = random.nextInt(4) == 0;
    made.used = random.nextInt(10) == 0 ? Reading.UNKNOWN : Reading.of(random.nextInt(60));
    made.budget = random.nextInt(60);
    if (random.nextInt(3) == 0) {
      made.rules = new WakeRules(1_000, 60_000, 600_000, 5_000, 2, 100_000, 50_000);
    }
    return made;
  }

  private static <E> E seldom(Random random, E[] all, E usual) {
    return random.nextInt(4) > 0 ? usual : one(random, all);
  }

  private static <E> E one(Random random, E[] all) {
    return all[random.nextInt(all.length)];
  }

  private static Reading reading(Random random, int bound) {
    return random.nextInt(4) == 0 ? Reading.UNKNOWN : Reading.of(random.nextInt(bound));
  }

  private static Reading count(Random random) {
    return random.nextInt(20) == 0
        ? Reading.UNKNOWN
        : Reading.of(Math.max(0, random.nextInt(6) - 3));
  }

  private static Reading near(Random random) {
    return random.nextInt(6) == 0
        ? Reading.UNKNOWN
        : Reading.of(NOW + random.nextInt(200_000) - 100_000);
  }
}
