package dev.reveille.server.edge.mcp;

import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.JsonNode;

/**
 * The news that the server told an agent itself and does not store: fired callbacks and
 * invitations. Each is shown by listen until a later listen brings a cursor. Safe for all threads.
 */
final class ServerNotes {
  private static final int MOST = 50;
  private static final String FIRED = "@@cb-fire@@";

  private final ArrayDeque<JsonNode> notes = new ArrayDeque<>();
  private int shown;
  private CompletableFuture<Void> next = new CompletableFuture<>();

  /** Keeps a message of the server to the agent. Messages of channels and markers are left out. */
  void take(JsonNode message, String agent) {
    boolean own =
        message.path("from").asString("").equals("@server")
            && message.path("to").asString("").equals(agent)
            && !message.path("content").asString("").equals("@@wake@@")
            && !message.has("cb_error");
    if (!own) return;
    CompletableFuture<Void> told;
    synchronized (this) {
      if (notes.size() == MOST) notes.poll();
      notes.add(message);
      told = next;
      next = new CompletableFuture<>();
    }
    told.complete(null);
  }

  /** Completes when there is something to show. */
  synchronized CompletableFuture<Void> any() {
    return notes.isEmpty() ? next : CompletableFuture.completedFuture(null);
  }

  /** Returns what is not confirmed, oldest first, for an answer. */
  synchronized List<JsonNode> show() {
    shown = notes.size();
    return List.copyOf(notes);
  }

  /** Forgets what the last answer showed. */
  synchronized void confirm() {
    for (int i = 0; i < shown && !notes.isEmpty(); i++) notes.poll();
    shown = 0;
  }

  /** Returns the text as the agent set it. */
  static String text(JsonNode note) {
    var content = note.path("content").asString("");
    return content.startsWith(FIRED) ? content.substring(FIRED.length()) : content;
  }

  static boolean isTimer(JsonNode note) {
    return note.path("content").asString("").startsWith(FIRED);
  }
}
