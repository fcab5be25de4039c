package dev.reveille.server.edge.mcp;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The clients that have initialized. A token has a bounded number of them: the one that was silent
 * for longest goes first, and initializes again if it comes back.
 */
final class McpClients {
  private static final int MOST_PER_TOKEN = 16;
  private static final int MOST = 10_000;

  private final ConcurrentHashMap<String, McpClient> clients = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<String, List<McpClient>> byToken = new ConcurrentHashMap<>();

  void add(McpClient client) {
    clients.put(client.id(), client);
    var own =
        byToken.compute(
            client.tokenId(),
            (_, before) -> {
              var all = new ArrayList<>(before == null ? List.of() : before);
              all.add(client);
              return List.copyOf(all);
            });
    if (own.size() > MOST_PER_TOKEN) dropOldest(own);
    if (clients.size() > MOST) dropOldest(List.copyOf(clients.values()));
  }

  private void dropOldest(List<McpClient> some) {
    some.stream()
        .filter(client -> !client.session().hasOpenStream())
        .min(Comparator.comparingLong(McpClient::lastUseNanos))
        .ifPresent(this::remove);
  }

  /** Returns the client of an id, if it showed this token when it began. */
  Optional<McpClient> find(String id, String tokenId) {
    return Optional.ofNullable(clients.get(id)).filter(each -> each.tokenId().equals(tokenId));
  }

  /** Returns the clients of a token. */
  List<McpClient> of(String tokenId) {
    return byToken.getOrDefault(tokenId, List.of());
  }

  void remove(McpClient client) {
    clients.remove(client.id());
    byToken.computeIfPresent(
        client.tokenId(),
        (_, before) -> {
          var left = before.stream().filter(each -> !each.id().equals(client.id())).toList();
          return left.isEmpty() ? null : left;
        });
    client.session().close();
  }

  void clear() {
    List.copyOf(clients.values()).forEach(this::remove);
  }
}
