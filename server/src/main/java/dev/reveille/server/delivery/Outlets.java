package dev.reveille.server.delivery;

import dev.reveille.server.kernel.SessionId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes the frames of this node's sessions. A session is a socket, a reader in this process, or a
 * client that fetches. Delivery knows sessions only through this interface.
 *
 * <p>Every method may be called from any thread, never blocks and is safe for a session that is
 * gone. The frames that one thread hands over for one session leave in that order. Frames may wait
 * for {@link #flush}. Then everything queued is framed once and costs each connection one write.
 *
 * <p>A session whose queue exceeds its limit is closed with 1013. One frame is always allowed on an
 * empty queue, and the frames of a {@link Pull} do not count.
 */
public interface Outlets {

  /** Sessions that get the same frames, resolved once. */
  interface Audience {}

  /** Resolves sessions. Leaves out those that are unknown here. */
  Audience audience(List<SessionId> sessions);

  /**
   * Sends the same bytes to all sessions, except one.
   *
   * @param except the session that gets {@code other} instead, or nothing if {@code other} is null
   */
  void broadcast(Audience audience, Frame frame, @Nullable SessionId except, @Nullable Frame other);

  void send(SessionId session, Frame frame);

  /**
   * Sends a frame and reports when it was written.
   *
   * @param written runs once the socket took the frame; never if it did not. Must not block
   */
  void send(SessionId session, Frame frame, Runnable written);

  /**
   * Reports when everything that was handed over for the session before was written. Sends nothing.
   *
   * @param written runs once the socket took all of it; never if it did not. Must not block
   */
  void after(SessionId session, Runnable written);

  void pull(SessionId session, Pull pull);

  /** Makes everything that is handed over for the session from now on wait for {@link #release}. */
  void hold(SessionId session);

  /** Sends the frame, and then everything that waited. */
  void release(SessionId session, Frame first);

  /** Ends the hold and drops everything that waited. */
  void dropHeld(SessionId session);

  /** Starts or stops reading what the session sends. A pause slows the sender down. */
  void reading(SessionId session, boolean on);

  /** Closes the session after everything queued before has left (or cannot leave). */
  void close(SessionId session, int code, String reason);

  /** Sends everything that any thread has queued. */
  void flush();
}
