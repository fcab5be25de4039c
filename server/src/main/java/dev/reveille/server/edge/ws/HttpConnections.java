package dev.reveille.server.edge.ws;

import io.netty.channel.Channel;
import java.util.HashMap;
import java.util.Map;

/**
 * Connections of one loop that use HTTP and may still upgrade.
 *
 * <p>Each has a time limit for its next complete request, counted from its start or its last
 * request. Incomplete bytes do not extend it.
 */
final class HttpConnections {
  private final Map<Channel, Long> since = new HashMap<>();

  void seen(Channel channel, long now) {
    since.put(channel, now);
  }

  void forget(Channel channel) {
    since.remove(channel);
  }

  int count() {
    return since.size();
  }

  @SuppressWarnings("FutureReturnValueIgnored") // A failed close does not matter.
  void sweep(long now, long limit) {
    since
        .entrySet()
        .removeIf(
            guest -> {
              var channel = guest.getKey();
              if (!channel.isOpen()) return true;
              if (now - guest.getValue() <= limit) return false;
              channel.close();
              return true;
            });
  }
}
