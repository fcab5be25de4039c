package dev.reveille.server.edge.mcp;

import dev.reveille.server.kernel.TimerQueue;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;

/**
 * Tells clients that something new is there: that a resource changed, or how many messages wait.
 * These are hints: they carry names and counts, never the text of a message.
 */
final class ClientNotices implements McpBody.Follower {
  /** The name of the capability by which a client takes messages into its conversation. */
  static final String CHANNEL = "claude/channel";

  static final String OWN_STATE = "reveille://me";
  static final String TASKS = "reveille://tasks";
  static final String TASK_URI = "reveille://task/";
  static final String CHANNEL_URI = "reveille://channel/";

  /** News of this time become one notice. */
  private static final Duration GATHERING = Duration.ofMillis(500);

  /** News of an agent that are not told yet. */
  private static final class News {
    private final Set<String> senders = new TreeSet<>();
    private final Set<String> changed = new TreeSet<>();
    private int count;
  }

  private final McpClients clients;
  private final TimerQueue timers;
  private final ConcurrentHashMap<String, News> gathered = new ConcurrentHashMap<>();

  ClientNotices(McpClients clients, TimerQueue timers) {
    this.clients = clients;
    this.timers = timers;
  }

  /** Notes which resources a client follows, before the SDK answers the request. */
  static void noteSubscription(McpClient client, JSONRPCRequest request) {
    boolean on = request.method().equals("resources/subscribe");
    if (!on && !request.method().equals("resources/unsubscribe")) return;
    var uri = McpJson.tree(request.params()).path("uri").asString("");
    if (on) client.follow(uri);
    else client.unfollow(uri);
  }

  @Override
  public boolean isInterested(McpBody body) {
    for (var client : clients.of(body.tokenId())) {
      if (client.listens() && (client.followsAny() || client.takesChannels())) return true;
    }
    return false;
  }

  @Override
  public void pushed(McpBody body, JsonNode message) {
    if (message.path("from").asString("").equals(body.agent())) return;
    gathered.compute(
        body.tokenId(),
        (token, news) -> {
          if (news == null) {
            news = new News();
            var _ = timers.schedule(GATHERING, () -> tell(body, token));
          }
          news.count++;
          news.senders.add(sender(message));
          news.changed.addAll(changed(message));
          return news;
        });
  }

  /** Returns the resources that a message changes. Each changes what is unread. */
  private static List<String> changed(JsonNode message) {
    var to = message.path("to").asString("");
    if (to.startsWith("#")) return List.of(OWN_STATE, CHANNEL_URI + to.substring(1));
    var task = message.path("task_id").asString("");
    return task.isEmpty() ? List.of(OWN_STATE) : List.of(OWN_STATE, TASKS, TASK_URI + task);
  }

  private static String sender(JsonNode message) {
    return message.path("actor_name").asString(message.path("from_name").asString(""));
  }

  private void tell(McpBody body, String token) {
    var news = gathered.remove(token);
    if (news == null) return;
    for (var client : clients.of(token)) {
      if (!client.listens()) continue;
      for (var uri : news.changed) if (client.follows(uri)) updated(client, uri);
      if (client.takesChannels() && !body.isBusy()) announce(client, news);
    }
  }

  private static void updated(McpClient client, String uri) {
    send(client, "notifications/resources/updated", Map.of("uri", uri));
  }

  private static void announce(McpClient client, News news) {
    var text =
        "%d new from %s. Call listen.".formatted(news.count, String.join(", ", news.senders));
    send(
        client,
        "notifications/" + CHANNEL,
        Map.of("content", text, "meta", Map.of("count", Integer.toString(news.count))));
  }

  private static void send(McpClient client, String method, Object params) {
    var _ = client.session().sendNotification(method, params).onErrorComplete().subscribe();
  }
}
