package dev.reveille.server.delivery;

import dev.reveille.server.kernel.SessionId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Sends each session's frames to its own outlet, or to the sockets if it has none. While every
 * session is a socket, the sockets resolve a whole audience and nothing is looked up per receiver.
 */
public final class OutletRouter implements Outlets {
  private record Mixed(Audience sockets, List<SessionId> others) implements Audience {}

  private final Outlets sockets;
  private final ConcurrentHashMap<SessionId, Outlet> others = new ConcurrentHashMap<>();

  public OutletRouter(Outlets sockets) {
    this.sockets = sockets;
  }

  /**
   * Routes the session's frames to this outlet from now on. Called before the session identifies.
   */
  public void open(SessionId session, Outlet outlet) {
    others.put(session, outlet);
  }

  /** Removes the session, because it is gone. */
  public void forget(SessionId session) {
    others.remove(session);
  }

  private @Nullable Outlet other(SessionId session) {
    return others.isEmpty() ? null : others.get(session);
  }

  @Override
  public Audience audience(List<SessionId> sessions) {
    if (others.isEmpty()) return sockets.audience(sessions);
    var here = new ArrayList<SessionId>();
    for (var session : sessions) if (others.containsKey(session)) here.add(session);
    var all = sockets.audience(sessions);
    return here.isEmpty() ? all : new Mixed(all, here);
  }

  @Override
  public void broadcast(
      Audience audience, Frame frame, @Nullable SessionId except, @Nullable Frame other) {
    if (!(audience instanceof Mixed(var plain, var here))) {
      sockets.broadcast(audience, frame, except, other);
      return;
    }
    sockets.broadcast(plain, frame, except, other);
    for (var session : here) {
      if (!session.equals(except)) send(session, frame);
      else if (other != null) send(session, other);
    }
  }

  @Override
  public void send(SessionId session, Frame frame) {
    var outlet = other(session);
    if (outlet == null) sockets.send(session, frame);
    else outlet.send(frame, null);
  }

  @Override
  public void send(SessionId session, Frame frame, Runnable written) {
    var outlet = other(session);
    if (outlet == null) sockets.send(session, frame, written);
    else outlet.send(frame, written);
  }

  @Override
  public void after(SessionId session, Runnable written) {
    var outlet = other(session);
    if (outlet == null) sockets.after(session, written);
    else outlet.after(written);
  }

  @Override
  public void pull(SessionId session, Pull pull) {
    var outlet = other(session);
    if (outlet == null) sockets.pull(session, pull);
    else outlet.pull(pull);
  }

  @Override
  public void hold(SessionId session) {
    var outlet = other(session);
    if (outlet == null) sockets.hold(session);
    else outlet.hold();
  }

  @Override
  public void release(SessionId session, Frame first) {
    var outlet = other(session);
    if (outlet == null) sockets.release(session, first);
    else outlet.release(first);
  }

  @Override
  public void dropHeld(SessionId session) {
    var outlet = other(session);
    if (outlet == null) sockets.dropHeld(session);
    else outlet.dropHeld();
  }

  /** Only a socket can be paused. A session with an outlet hands over its messages itself. */
  @Override
  public void reading(SessionId session, boolean on) {
    if (other(session) == null) sockets.reading(session, on);
  }

  @Override
  public void close(SessionId session, int code, String reason) {
    var outlet = other(session);
    if (outlet == null) sockets.close(session, code, reason);
    else outlet.close(code, reason);
  }

  @Override
  public void flush() {
    sockets.flush();
  }
}
