package dev.reveille.server.delivery;

import dev.reveille.server.kernel.SessionId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the entries of this node's sessions go, whatever a session is: a socket, a reader in this
 * process, or somebody who fetches. The whole of what delivery knows about them.
 *
 * <p>Every method may be called from any thread, never blocks and is safe for a session that is
 * gone. What one thread hands over for one session leaves in that order. Nothing needs to leave
 * before {@link #flush}, so that everything queued till then is framed once and costs each
 * connection one write.
 *
 * <p>A session whose queue passes its limit is closed with 1013; one frame is always allowed on an
 * empty queue, and what a {@link Pull} brings does not count.
 */
public interface Outlets {

  /** Sessions that are written to together, resolved once. */
  interface Audience {}

  /** Resolves sessions; those unknown here are left out. */
  Audience audience(List<SessionId> sessions);

  /**
   * The same bytes for all, but for one.
   *
   * @param except the session that gets {@code other} in its place, or nothing if that is null
   */
  void broadcast(Audience audience, Frame frame, @Nullable SessionId except, @Nullable Frame other);

  void send(SessionId session, Frame frame);

  /**
   * Sends, and says so.
   *
   * @param written run once the socket took the frame; never if it did not. Must not block
   */
  void send(SessionId session, Frame frame, Runnable written);

  void pull(SessionId session, Pull pull);

  /** What is handed over for the session from here on waits for {@link #release}. */
  void hold(SessionId session);

  /** Sends the frame, and then what waited. */
  void release(SessionId session, Frame first);

  /** The session is held no longer, and what waited never leaves. */
  void dropHeld(SessionId session);

  /** Whether to go on reading what the session sends; a pause holds its sender back. */
  void reading(SessionId session, boolean on);

  /** Closes after everything queued before has left (or cannot). */
  void close(SessionId session, int code, String reason);

  /** Lets everything queued by any thread leave. */
  void flush();
}
