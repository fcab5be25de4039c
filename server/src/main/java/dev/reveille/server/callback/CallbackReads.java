package dev.reveille.server.callback;

import java.util.List;

/** Reads durable callbacks. */
public interface CallbackReads {
  /** Returns the agent's durable callbacks, in order of creation. */
  List<StoredCallback> callbacks(String agent);
}
