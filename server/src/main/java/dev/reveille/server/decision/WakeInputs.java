package dev.reveille.server.decision;

import dev.reveille.protocol.SeatState;
import dev.reveille.protocol.SessionEnding;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a decision about one seat depends on, at one moment. It is stored with the
 * answer, so that the decision can be explained and repeated later.
 *
 * @param now the wall time of the decision, in milliseconds
 */
public record WakeInputs(
    long now,
    WakeTrigger trigger,
    WakePolicy policy,
    SeatFacts seat,
    WorkFacts work,
    Restraints restraints,
    WakeRules rules) {

  /**
   * The seat and its session.
   *
   * @param state as the seat's own table says
   * @param listed true if an administrator named the seat for pulses although it is benched
   * @param end how the last session ended; null if none has, or if it is not known
   * @param fruitlessEnds how many sessions in a row ended without progress
   * @param crashes how many crashes came close after each other
   * @param failedStarts how many starts in a row failed
   * @param connected true if the agent has a session that takes wakes now
   * @param reachable false if nothing is there that could start or nudge it
   * @param nudgedInVain true if it was nudged since it went idle, and did nothing since
   * @param messagedInVain true if its session was told and nothing was heard of the agent since
   * @param webhook true if a route of it is a webhook that can be called now
   * @param sinceTurn milliseconds since the last turn began
   * @param context the tokens in its session
   * @param limitedUntil wall time until which its provider refuses work; 0 = no limit
   * @param limitOver true if such a limit passed and no wake was handed over since
   * @param asleepUntil wall time until which the agent put itself to sleep; 0 = awake
   * @param quietHours true if it is within its quiet hours
   */
  public record SeatFacts(
      SeatState state,
      boolean listed,
      @Nullable SessionEnding end,
      int fruitlessEnds,
      int crashes,
      int failedStarts,
      boolean connected,
      boolean reachable,
      boolean nudgedInVain,
      boolean messagedInVain,
      boolean webhook,
      HarnessPresence presence,
      Reading sinceTurn,
      Reading context,
      Reading limitedUntil,
      boolean limitOver,
      Reading asleepUntil,
      boolean quietHours) {}

  /**
   * The work that waits for the agent.
   *
   * @param high unread messages of high priority
   * @param withheld unread messages and tasks of senders that used up their share
   * @param tasks tasks that wait for the agent
   * @param expired tasks of the agent that expired since its last turn
   * @param elsewhere what other work sources have for it
   * @param stateHash of everything above; equal while nothing changed
   */
  public record WorkFacts(
      Reading high,
      Reading normal,
      Reading low,
      Reading withheld,
      Reading tasks,
      Reading expired,
      Reading elsewhere,
      long stateHash) {
    /** Returns all unread messages that may cause a wake. */
    public Reading unread() {
      return high.plus(normal).plus(low);
    }

    public boolean hasSome() {
      return high.some()
          || normal.some()
          || low.some()
          || tasks.some()
          || expired.some()
          || elsewhere.some();
    }

    boolean hasUnknown() {
      return !high.known()
          || !normal.known()
          || !low.known()
          || !tasks.known()
          || !expired.known()
          || !elsewhere.known();
    }
  }

  /**
   * The things that hold a wake back.
   *
   * @param override true if an administrator asked for it in spite of the gate
   * @param inFlight true if an earlier action is not settled
   * @param sinceWake milliseconds since the last wake of any kind; unknown = there was none
   * @param wakesOfState how many wakes were sent for this {@code stateHash}
   * @param lastAbandoned true if the last of these was abandoned
   * @param used wakes of this day
   * @param budget the most wakes of a day
   */
  public record Restraints(
      GateState gate,
      boolean override,
      boolean inFlight,
      Reading sinceWake,
      int wakesOfState,
      boolean lastAbandoned,
      Reading used,
      int budget) {}
}
