package dev.reveille.server.task;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.reveille.protocol.JsonText;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.SortedSet;
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

  /** Somebody has the task or is asked about it, and nobody touched it for long. */
  static final String STALLED = "stalled";

  /** The most agents, and the most tasks, that a finding names. */
  static final int MOST_NAMED = 20;

  private static final int HASH_BYTES = 16;

  /**
   * Makes the finding about a circle. It is the same one as long as it has the same agents: a
   * further task among them is nothing new.
   */
  static TaskFinding cycle(SortedSet<String> agents, SortedSet<String> tasks) {
    return new TaskFinding(
        CYCLE + " " + hash(String.join(" ", agents)),
        CYCLE,
        null,
        new JsonText(128)
            .field("agents", agents.stream().limit(MOST_NAMED).toList())
            .field("agents_in_all", agents.size())
            .field("tasks", tasks.stream().limit(MOST_NAMED).toList())
            .field("tasks_in_all", tasks.size())
            .text());
  }

  private static String hash(String text) {
    try {
      var hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
      return HexFormat.of().formatHex(hash, 0, HASH_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
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
