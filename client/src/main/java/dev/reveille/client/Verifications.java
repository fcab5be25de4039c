package dev.reveille.client;

import dev.reveille.protocol.ServerMessage;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * The open verifications: requests that another agent prove its key.
 *
 * <p>Not thread-safe: owned by the session's lock. The server forgets them with the connection.
 */
final class Verifications {
  private static final int MAX_WAITING = 1000;

  private final Map<String, CompletableFuture<String>> waiting =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, CompletableFuture<String>> eldest) {
          return size() > MAX_WAITING;
        }
      };

  /** Notes that the server has passed the request on to the other agent. */
  void begun(ServerMessage.ProofPending pending) {
    waiting.put(pending.requestId(), new CompletableFuture<>());
  }

  /** Returns a future of the proven key. It fails with a {@link ClientException} without proof. */
  CompletableFuture<String> outcome(String requestId) {
    return waiting.getOrDefault(
        requestId,
        CompletableFuture.failedFuture(new ClientException.TimedOut("The connection was lost.")));
  }

  void forget(String requestId) {
    waiting.remove(requestId);
  }

  void proven(ServerMessage.Proven proven) {
    var future = waiting.get(proven.requestId());
    if (future != null) future.complete(proven.pubkey());
  }

  void notProven(ServerMessage.NotProven failed) {
    var future = waiting.get(failed.requestId());
    if (future != null) {
      future.completeExceptionally(
          new ClientException.Refused("VERIFICATION_FAILED", failed.reason()));
    }
  }

  void failAll(ClientException cause) {
    waiting.values().forEach(future -> future.completeExceptionally(cause));
    waiting.clear();
  }
}
