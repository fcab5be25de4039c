package dev.reveille.server.task;

import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.TaskState;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.limits.TaskConfig;
import dev.reveille.server.store.Store;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The task board as JSON, for administrators; and the numbers of tasks, for everybody. */
public final class TaskBoard {
  private final Store store;
  private final TaskConfig config;
  private final Clock clock;

  public TaskBoard(Store store, TaskConfig config, Clock clock) {
    this.store = store;
    this.config = config;
    this.clock = clock;
  }

  private TaskReads reads() {
    return store.reads(TaskReads.class);
  }

  /** Returns how many tasks are in each state: a JSON object. */
  public String counts() {
    var json = new JsonText(192);
    reads().counts().forEach((state, count) -> json.field(state.name(), count));
    return json.text();
  }

  /**
   * Returns a page of the tasks in one state, newest first.
   *
   * @param before where the last page ended; null = from the newest
   */
  public String column(TaskState state, TaskFilter filter, @Nullable String before, int limit) {
    var found =
        filter.read(
            place -> reads().in(state, place, TaskFilter.READ_AT_ONCE),
            TaskFilter.place(before),
            limit);
    var tasks =
        found.tasks().stream()
            .map(task -> LiveTask.view(task).json().getBytes(StandardCharsets.UTF_8))
            .toList();
    return new JsonText()
        .field("state", state.name())
        .rawList("tasks", tasks)
        .field("before", TaskFilter.text(found.next()))
        .text();
  }

  /**
   * Returns a task with its content, its audience and its trail; empty if there is none.
   *
   * @param after only rows of the log with a greater seq
   */
  public Optional<String> task(String id, long after) {
    return reads()
        .task(id)
        .map(
            task -> {
              var view =
                  LiveTask.view(task)
                      .with(TaskQuery.content(reads(), task, after, Long.MAX_VALUE))
                      .json();
              return new JsonText(view.length() + 128)
                  .rawFields(view.substring(1, view.length() - 1))
                  .field("audience", reads().audience(id))
                  .text();
            });
  }

  /** Returns who waits for whom, and what will not end by itself. */
  public String waits() {
    var look = TaskWaits.look(store, config.stalledAfter(), clock.wallMillis());
    var findings = new ArrayList<byte[]>();
    for (var each : store.reads(TaskFindingReads.class).findings()) {
      findings.add(
          new JsonText(192)
              .field("kind", each.kind())
              .field("found_at", each.foundAt())
              .raw("detail", each.detail())
              .bytes());
    }
    List<byte[]> waits = look.waits().stream().map(TaskWait::json).toList();
    return new JsonText(1024)
        .rawList("waits", waits)
        .rawList("findings", findings)
        .field("complete", look.complete())
        .text();
  }
}
