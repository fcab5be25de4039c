package dev.reveille.server.sleep;

import dev.reveille.protocol.Marker;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.delivery.Gate;
import dev.reveille.server.kernel.SessionId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The sleeping sessions of this node, and the entries held for them.
 *
 * <p>Only the effects thread may call it, except for {@link #sleep}.
 */
public interface SleepGate extends Gate {

  /**
   * A sleep, as its agent's cell knows it.
   *
   * @param id the number of the sleep in its session: the timer of an earlier sleep must not end it
   * @param wakeAt wall time, for people
   */
  record Sleep(String agent, long id, Marker.Sleep.Mode mode, long wakeAt) {}

  /** An entry that is held until its receiver wakes. */
  sealed interface Held {
    /** An entry to read from the store; a direct message if the stream is the agent's own. */
    record Stored(String stream, long seq) implements Held {}

    /**
     * A message that is not in the store.
     *
     * @param taken runs once the socket took it
     */
    record Value(ServerMessage.Msg message, @Nullable Runnable taken) implements Held {}
  }

  /**
   * The mailbox of a sleeping agent. It is told of each direct message that the agent does not get
   * now.
   */
  interface Mailbox {
    /** The agent does not want the message, now or later. */
    void passOver(long seq);

    /** The message did not fit, or the session ended: it stays for the agent's next session. */
    void leaveBehind(long seq);
  }

  /**
   * The messages that a sleeping agent finds when it wakes.
   *
   * @param held in order of arrival
   * @param dropped how many did not fit
   * @param missed how many the mode of the sleep did not hold
   */
  record Waking(List<Held> held, long dropped, long missed) {}

  /** Returns the session's sleep, for a cell that is loaded. Any thread may call it. */
  Optional<Sleep> sleep(SessionId session);

  /**
   * The session falls asleep, or goes on sleeping with other terms. When the time is over, its
   * agent's cell is told.
   *
   * @param mailbox the mailbox of a session that falls asleep
   */
  void close(SessionId session, Sleep sleep, Duration length, Mailbox mailbox);

  /** Removes some of the entries held for a sleeping agent, as if they had never come. */
  void discard(SessionId session, Predicate<Held> unwanted);

  /** Wakes the session. It is awake from this call on. */
  Waking open(SessionId session);

  /**
   * Removes a session that is gone with the entries held for it. Direct messages stay in the
   * mailbox.
   */
  void forget(SessionId session);
}
