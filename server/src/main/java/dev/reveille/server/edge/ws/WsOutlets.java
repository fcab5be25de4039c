package dev.reveille.server.edge.ws;

import dev.reveille.server.delivery.Frame;
import dev.reveille.server.delivery.Outlets;
import dev.reveille.server.delivery.Pull;
import dev.reveille.server.kernel.SessionId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Queues operations for the loops. It never touches a connection itself. */
final class WsOutlets implements Outlets {
  private final Connections connections;
  private final Loops loops;

  WsOutlets(Connections connections, Loops loops) {
    this.connections = connections;
    this.loops = loops;
  }

  @Override
  public Audience audience(List<SessionId> sessions) {
    var found = new ArrayList<Connection>(sessions.size());
    for (var session : sessions) {
      var connection = connections.find(session);
      if (connection != null) found.add(connection);
    }
    return new LoopAudience(found);
  }

  @Override
  public void broadcast(
      Audience audience, Frame frame, @Nullable SessionId except, @Nullable Frame other) {
    var excepted = except == null ? null : connections.find(except);
    for (var share : ((LoopAudience) audience).shares) {
      var loop = share.loop;
      boolean here = excepted != null && excepted.loop() == loop;
      loop.queue(
          new Operation.Broadcast(
              share.receivers, frame, here ? excepted : null, here ? other : null));
    }
  }

  @Override
  public void send(SessionId session, Frame frame) {
    var connection = connections.find(session);
    if (connection != null) connection.loop().queue(new Operation.Send(connection, frame, null));
  }

  @Override
  public void send(SessionId session, Frame frame, Runnable written) {
    var connection = connections.find(session);
    if (connection != null) connection.loop().queue(new Operation.Send(connection, frame, written));
  }

  @Override
  public void after(SessionId session, Runnable written) {
    var connection = connections.find(session);
    if (connection != null) connection.loop().queue(new Operation.After(connection, written));
  }

  @Override
  public void pull(SessionId session, Pull pull) {
    var connection = connections.find(session);
    if (connection != null) connection.loop().queue(new Operation.Begin(connection, pull));
  }

  @Override
  public void hold(SessionId session) {
    var connection = connections.find(session);
    if (connection != null) connection.loop().queue(new Operation.Hold(connection));
  }

  @Override
  public void release(SessionId session, Frame first) {
    var connection = connections.find(session);
    if (connection != null) connection.loop().queue(new Operation.Release(connection, first));
  }

  @Override
  public void dropHeld(SessionId session) {
    var connection = connections.find(session);
    if (connection != null) connection.loop().queue(new Operation.DropHeld(connection));
  }

  @Override
  public void reading(SessionId session, boolean on) {
    var connection = connections.find(session);
    if (connection != null) connection.loop().queue(new Operation.Reading(connection, on));
  }

  @Override
  public void close(SessionId session, int code, String reason) {
    var connection = connections.find(session);
    if (connection != null) connection.loop().queue(new Operation.Close(connection, code, reason));
  }

  @Override
  public void flush() {
    loops.flush();
  }
}
