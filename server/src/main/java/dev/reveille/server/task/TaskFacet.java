package dev.reveille.server.task;

import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.TaskMessages;
import dev.reveille.server.observe.AgentList;
import dev.reveille.server.observe.EventKind;
import dev.reveille.server.observe.EventKind.Tone;
import dev.reveille.server.observe.Facet;
import dev.reveille.server.observe.ShownAgent;
import dev.reveille.server.observe.Viewer;
import dev.reveille.server.observe.Words;
import dev.reveille.server.store.Store;
import java.util.List;

/**
 * Describes tasks for the dashboard, the feed and {@code top}. Only administrators see them; others
 * see how many there are.
 */
final class TaskFacet {
  private static final String GROUP = "tasks";

  /** The most open tasks on the page of an agent. */
  private static final int LISTED = 50;

  private TaskFacet() {}

  static Facet of(Store store) {
    return Facet.of(
            GROUP,
            kind(TaskHappening.CREATED, "created the task {title}"),
            kind(TaskHappening.CLAIMED, "took the task {title}"),
            kind(TaskHappening.UPDATED, "added to the task {title}"),
            kind(TaskHappening.INPUT_REQUIRED, "needs input for the task {title}")
                .tone(Tone.WARNING),
            kind(TaskHappening.AUTH_REQUIRED, "needs a permission for the task {title}")
                .tone(Tone.WARNING),
            kind(TaskHappening.RESUMED, "let the task {title} go on"),
            kind(TaskHappening.COMPLETED, "completed the task {title}"),
            kind(TaskHappening.FAILED, "failed at the task {title}").tone(Tone.WARNING),
            kind(TaskHappening.REJECTED, "rejected the task {title}"),
            kind(TaskHappening.GIVEN_BACK, "gave the task {title} back"),
            kind(TaskHappening.CANCELED, "canceled the task {title}"),
            kind(TaskHappening.EXPIRED, "the task {title} expired").tone(Tone.WARNING),
            kind(TaskHappening.EXTENDED, "gave the task {title} more time"),
            kind(TaskHappening.RELINKED, "changed what the task {title} waits for"),
            kind(TaskHappening.UNBLOCKED, "the task {title} waits for one task less"),
            kind(TaskHappening.BLOCKER_ENDED, "a task that {title} waits for ended otherwise")
                .tone(Tone.WARNING),
            finding(TaskFinding.CYCLE, "agents wait for each other in a circle"),
            finding(TaskFinding.DEAD_WAIT, "waits in vain with the task {title}[: {why}]"),
            finding(TaskFinding.STALLED, "has not touched the task {title} for long"))
        .withLists(
            new AgentList(
                GROUP,
                "Open tasks",
                new Words("[{title}, ]{state}"),
                (agent, viewer) -> tasks(store, agent, viewer)));
  }

  private static EventKind kind(TaskHappening happening, String words) {
    return EventKind.of("task." + happening.word(), words).hidden().in(GROUP);
  }

  private static EventKind finding(String name, String words) {
    return EventKind.of("task." + name, words).hidden().in(GROUP).tone(Tone.WARNING);
  }

  /** Returns the open tasks that an agent created, has or may claim. */
  private static List<byte[]> tasks(Store store, ShownAgent agent, Viewer viewer) {
    if (!viewer.seesPrivate()) return List.of();
    return store.reads(TaskReads.class).openOf(agent.agent(), null, Long.MAX_VALUE, LISTED).stream()
        .map(each -> row(agent, each.task()))
        .toList();
  }

  private static byte[] row(ShownAgent agent, StoredTask task) {
    var part =
        agent.agent().equals(task.progress().owner())
            ? TaskMessages.Part.OWNER
            : agent.agent().equals(task.facts().originator())
                ? TaskMessages.Part.ORIGINATOR
                : TaskMessages.Part.AUDIENCE;
    return new JsonText(160)
        .field("task_id", task.id())
        .field("title", task.facts().title())
        .field("state", task.progress().state().name())
        .field("as", part.name().toLowerCase(java.util.Locale.ROOT))
        .bytes();
  }
}
