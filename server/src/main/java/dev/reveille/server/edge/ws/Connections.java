package dev.reveille.server.edge.ws;

import dev.reveille.server.kernel.SessionId;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The connections of this node by session. Any thread may look one up. */
final class Connections {
  private final ConcurrentHashMap<SessionId, Connection> bySession = new ConcurrentHashMap<>();
  private final AtomicLong lastNumber = new AtomicLong();
  private final String node;

  Connections(String node) {
    this.node = node;
  }

  SessionId newSession() {
    return new SessionId(node, lastNumber.incrementAndGet());
  }

  void add(Connection connection) {
    bySession.put(connection.session(), connection);
  }

  void remove(Connection connection) {
    bySession.remove(connection.session());
  }

  @Nullable Connection find(SessionId session) {
    return bySession.get(session);
  }

  Iterable<Connection> all() {
    return bySession.values();
  }
}
