package dev.reveille.server.task;

import dev.reveille.server.kernel.Write;
import java.util.List;

/**
 * Adds a task. Its id must be new.
 *
 * @param audience the agents that may claim it; empty if it has one assignee
 */
public record AddTask(StoredTask task, List<String> audience) implements Write {
  public AddTask {
    audience = List.copyOf(audience);
  }
}
