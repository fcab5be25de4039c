package dev.reveille.server.edge.mcp;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.JsonNode;

/** One request of the wire that awaits its answers. Guarded by the monitor of its body. */
final class WireExchange {
  private final Set<String> wanted;
  private final List<JsonNode> messages = new ArrayList<>(2);
  private final CompletableFuture<WireAnswers> answered = new CompletableFuture<>();

  /**
   * @param wanted the types of messages that answer the request, besides ERROR
   */
  WireExchange(Set<String> wanted) {
    this.wanted = wanted;
  }

  boolean wants(String type) {
    return type.equals("ERROR") || wanted.contains(type);
  }

  void add(JsonNode message) {
    messages.add(message);
  }

  boolean has(String type) {
    return messages.stream().anyMatch(each -> each.path("type").asString("").equals(type));
  }

  WireAnswers answers(boolean waits) {
    return new WireAnswers(messages, waits);
  }

  CompletableFuture<WireAnswers> answered() {
    return answered;
  }
}
