package dev.reveille.server.task;

import java.util.Set;
import java.util.stream.Stream;

/** Selects tasks by the agents that they concern. */
interface AgentMatch {
  AgentMatch ANY = _ -> true;

  boolean fits(StoredTask task);

  /**
   * Returns a match for tasks of which one of these is the originator, the owner or the assignee.
   */
  static AgentMatch of(Set<String> ids) {
    return ids.isEmpty() ? ANY : task -> named(task).anyMatch(ids::contains);
  }

  /** Returns the agents that the task itself names. */
  static Stream<String> named(StoredTask task) {
    return Stream.concat(
        Stream.of(task.facts().originator()),
        Stream.concat(
            Stream.ofNullable(task.facts().assignee()),
            Stream.ofNullable(task.progress().owner())));
  }
}
