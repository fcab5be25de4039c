package dev.reveille.server.task;

import java.util.List;

/**
 * Everything that the cell of a task begins with.
 *
 * @param audience the agents that may claim it; empty if it has one assignee
 * @param waiters the tasks that wait for it
 * @param keys the newest keys of requests that changed it, each after its actor
 */
public record LoadedTask(
    StoredTask task, List<String> audience, List<String> waiters, List<String> keys) {
  public LoadedTask {
    audience = List.copyOf(audience);
    waiters = List.copyOf(waiters);
    keys = List.copyOf(keys);
  }
}
