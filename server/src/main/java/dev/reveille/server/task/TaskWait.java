package dev.reveille.server.task;

import dev.reveille.protocol.JsonText;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An agent that cannot go on with a task before another agent does something.
 *
 * @param waiter the agent that waits
 * @param on the agent that it waits for
 * @param blocker the task that must be completed first; null if it waits for none
 * @param since wall time in milliseconds
 */
record TaskWait(
    Kind kind,
    String task,
    String title,
    String waiter,
    String on,
    @Nullable String blocker,
    long since) {

  /** Why it waits. */
  enum Kind {
    /** The owner asked the originator something. */
    INPUT,
    /** The task waits for another one. */
    BLOCKED,
    /** The task is somebody's, and nobody touched it for long. */
    STALLED
  }

  byte[] json() {
    var json =
        new JsonText(192)
            .field("kind", kind.name().toLowerCase(Locale.ROOT))
            .field("task_id", task)
            .field("title", title)
            .field("waiter", waiter)
            .field("on", on);
    if (blocker != null) json.field("blocker", blocker);
    return json.field("since", since).bytes();
  }
}
