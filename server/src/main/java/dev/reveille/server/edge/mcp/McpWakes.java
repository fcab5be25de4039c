package dev.reveille.server.edge.mcp;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The wake that waits for an agent to be told, and the calls that would tell it. A newer wake takes
 * the place of an older one. Guarded by the monitor of its body.
 */
final class McpWakes {
  private @Nullable Waiting waiting;
  private CompletableFuture<Void> next = new CompletableFuture<>();
  private int listeners;

  /** A wake that the agent has not seen. */
  record Waiting(String nonce, String line) {}

  /** One more call listens; true if it is the first. */
  boolean begin() {
    return ++listeners == 1;
  }

  /** A call listens no more; true if it was the last. */
  boolean end() {
    return --listeners == 0;
  }

  /** Completes when a wake waits. */
  CompletableFuture<Void> awaited() {
    return waiting == null ? next : CompletableFuture.completedFuture(null);
  }

  void came(String nonce, String line) {
    if (nonce.isEmpty()) return;
    waiting = new Waiting(nonce, line);
    var awaited = next;
    next = new CompletableFuture<>();
    awaited.complete(null);
  }

  Optional<Waiting> take() {
    var taken = Optional.ofNullable(waiting);
    waiting = null;
    return taken;
  }

  void over() {
    waiting = null;
  }
}
