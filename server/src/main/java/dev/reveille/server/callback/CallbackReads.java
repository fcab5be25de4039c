package dev.reveille.server.callback;

import java.util.List;

/** Reads durable callbacks. */
public interface CallbackReads {
  /** Returns the agent's durable callbacks, in order of creation. */
  List<StoredCallback> callbacks(String agent);

  /** Returns the durable callbacks of all agents after an id, by id, at most {@code limit}. */
  List<StoredCallback> callbacksAfter(String id, int limit);
}
