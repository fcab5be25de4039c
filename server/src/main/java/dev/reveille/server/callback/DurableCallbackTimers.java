package dev.reveille.server.callback;

import dev.reveille.server.delivery.Cells;
import dev.reveille.server.kernel.StoredTimers;
import dev.reveille.server.kernel.TimerDue;
import dev.reveille.server.kernel.TimerId;
import dev.reveille.server.kernel.TimerKind;
import java.util.OptionalLong;

/**
 * The stored timers of durable callbacks. The agent's cell owns them; their key is the id of the
 * callback. A timer stays until its callback's row is gone.
 */
public final class DurableCallbackTimers {
  static final String KIND = "callback";

  /** Notes that the callback was counted against its agent's limits. */
  static final int COUNTED = 1;

  /** The phase of a durable callback. */
  public enum Phase {
    /** It is gone. */
    NONE,
    /** It is being stored, its time has not come, or its agent may not speak yet. */
    WAITING,
    /** It is due: its entry is to be added to its channel or to its agent's mailbox. */
    DUE
  }

  private final StoredTimers timers;

  public DurableCallbackTimers(StoredTimers timers) {
    this.timers = timers;
  }

  static TimerKind kind() {
    return new TimerKind(KIND, Cells.AGENT, DurableCallbackTimers::command);
  }

  private static DurableCallbackDue command(TimerDue due) {
    return new DurableCallbackDue(due.timer().key(), (due.note() & COUNTED) != 0);
  }

  /** Returns the name of a callback's timer. */
  static TimerId timer(String agent, String callback) {
    return new TimerId(Cells.agent(agent), KIND, callback);
  }

  /** Returns the phase of a callback. Any thread may call it. */
  public Phase phase(String agent, String callback) {
    return switch (timers.phase(timer(agent, callback))) {
      case NONE -> Phase.NONE;
      case STORING, WAITING -> Phase.WAITING;
      case DUE -> Phase.DUE;
    };
  }

  /** Returns how many durable callbacks the agent has. */
  public int count(String agent) {
    return timers.count(Cells.agent(agent), KIND);
  }

  /** Returns the wall time at which the agent's next callback is due; empty if none waits. */
  public OptionalLong next(String agent) {
    return timers.next(Cells.agent(agent), KIND);
  }
}
