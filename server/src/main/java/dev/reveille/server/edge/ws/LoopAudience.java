package dev.reveille.server.edge.ws;

import dev.reveille.server.delivery.Outlets.Audience;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/** An audience split by the loops of its connections. */
final class LoopAudience implements Audience {

  /** The connections on one loop. Broadcasts to the same array are framed together. */
  static final class Share {
    final Loop loop;
    final Connection[] receivers;

    Share(Loop loop, List<Connection> receivers) {
      this.loop = loop;
      this.receivers = receivers.toArray(Connection[]::new);
    }
  }

  final Share[] shares;

  LoopAudience(List<Connection> connections) {
    var byLoop = new LinkedHashMap<Loop, List<Connection>>();
    for (var connection : connections) {
      byLoop.computeIfAbsent(connection.loop(), loop -> new ArrayList<>()).add(connection);
    }
    shares =
        byLoop.entrySet().stream()
            .map(e -> new Share(e.getKey(), e.getValue()))
            .toArray(Share[]::new);
  }
}
