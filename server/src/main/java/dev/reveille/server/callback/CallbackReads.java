package dev.reveille.server.callback;

import java.util.List;

/** Reads durable callbacks. */
public interface CallbackReads {
  /** The agent's durable callbacks, in order of creation. */
  List<StoredCallback> callbacks(String agent);

  /** Everybody's durable callbacks after an id, by id, at most {@code limit}. */
  List<StoredCallback> callbacksAfter(String id, int limit);
}
