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
 * The sleeping sessions of this node, and what waits for them.
 *
 * <p>All methods but {@link #sleep} belong to the effects' thread.
 */
public interface SleepGate extends Gate {

  /**
   * A sleep, as its agent's cell knows it.
   *
   * @param id which of the session's sleeps: the timer of an earlier one must not end it
   * @param wakeAt wall time, for people
   */
  record Sleep(String agent, long id, Marker.Sleep.Mode mode, long wakeAt) {}

  /** Something that waited for its receiver to wake. */
  sealed interface Held {
    /** To be read from the store; a direct message if the stream is the agent's own. */
    record Stored(String stream, long seq) implements Held {}

    /**
     * What the store does not have.
     *
     * @param taken to be run once the socket took it
     */
    record Value(ServerMessage.Msg message, @Nullable Runnable taken) implements Held {}
  }

  /** The mailbox of a sleeper: learns of each direct message that the sleeper will not get now. */
  interface Mailbox {
    /** The sleeper does not want it, now or later. */
    void passOver(long seq);

    /** It did not fit, or the session ended: it stays for the agent's next session. */
    void leaveBehind(long seq);
  }

  /**
   * What a sleeper finds when it wakes.
   *
   * @param held in the order of arrival
   * @param dropped how many did not fit
   * @param missed how many the mode of the sleep did not keep
   */
  record Waking(List<Held> held, long dropped, long missed) {}

  /** The session's sleep, for a cell that is loaded. From any thread. */
  Optional<Sleep> sleep(SessionId session);

  /**
   * The session falls asleep, or goes on sleeping in another way. After the time its agent's cell
   * is told that it is over.
   *
   * @param mailbox where the direct messages of a new sleeper are
   */
  void close(SessionId session, Sleep sleep, Duration length, Mailbox mailbox);

  /** Takes away some of what waits for a sleeper, as if it had never come. */
  void discard(SessionId session, Predicate<Held> unwanted);

  /** The session is awake from here on. */
  Waking open(SessionId session);

  /** The session is gone. What waited for it goes too; direct messages are left behind. */
  void forget(SessionId session);
}
