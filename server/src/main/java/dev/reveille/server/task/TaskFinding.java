package dev.reveille.server.task;

import dev.reveille.protocol.JsonText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A wait that will not end by itself.
 *
 * @param id made of what was found: the same thing always has the same id
 * @param kind {@link #CYCLE}, {@link #DEAD_WAIT} or {@link #STALLED}
 * @param agent the agent that it is about; null if it is about several
 * @param detail a JSON object
 */
public record TaskFinding(String id, String kind, @Nullable String agent, String detail) {
  /** Agents wait for each other in a circle. */
  static final String CYCLE = "cycle";

  /** The awaited event can never come. */
  static final String DEAD_WAIT = "dead_wait";

  /** Somebody has the task, and nobody touched it for long. */
  static final String STALLED = "stalled";

  static TaskFinding cycle(List<String> agents, List<String> tasks) {
    return new TaskFinding(
        CYCLE + " " + String.join(" ", agents) + " " + String.join(" ", tasks),
        CYCLE,
        null,
        new JsonText(128).field("agents", agents).field("tasks", tasks).text());
  }

  static TaskFinding dead(TaskWait wait, String why) {
    var json = about(wait).field("why", why);
    if (wait.blocker() != null) json.field("blocker", wait.blocker());
    return new TaskFinding(
        DEAD_WAIT + " " + wait.task() + " " + (wait.blocker() == null ? wait.on() : wait.blocker()),
        DEAD_WAIT,
        wait.waiter(),
        json.text());
  }

  static TaskFinding stalled(TaskWait wait) {
    return new TaskFinding(
        STALLED + " " + wait.task() + " " + wait.since(),
        STALLED,
        wait.on(),
        about(wait).field("since", wait.since()).text());
  }

  private static JsonText about(TaskWait wait) {
    return new JsonText(160)
        .field("task", wait.task())
        .field("title", wait.title())
        .field("waiter", wait.waiter())
        .field("on", wait.on());
  }
}
