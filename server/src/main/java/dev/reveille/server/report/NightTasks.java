package dev.reveille.server.report;

import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.TaskState;
import dev.reveille.server.store.Store;
import dev.reveille.server.task.StoredTask;
import dev.reveille.server.task.TaskFindingReads;
import dev.reveille.server.task.TaskFindingReads.StoredFinding;
import dev.reveille.server.task.TaskReads;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The tasks that ended in a time, newest first, and those that stand still now.
 *
 * @param failed those that failed, were rejected, or expired
 * @param complete false if more tasks ended than are listed
 */
record NightTasks(
    List<StoredTask> finished,
    List<StoredTask> failed,
    List<StoredFinding> stalled,
    boolean complete) {
  static final NightTasks NONE = new NightTasks(List.of(), List.of(), List.of(), true);
  private static final int MOST = 500;
  private static final int PAGE = 200;

  NightTasks {
    finished = List.copyOf(finished);
    failed = List.copyOf(failed);
    stalled = List.copyOf(stalled);
  }

  static NightTasks read(Store store, long since, long until) {
    var reads = store.reads(TaskReads.class);
    var finished = ended(reads, TaskState.COMPLETED, since, until);
    var failed = new ArrayList<StoredTask>();
    boolean complete = finished.size() < MOST;
    for (var state : List.of(TaskState.FAILED, TaskState.REJECTED, TaskState.EXPIRED)) {
      var some = ended(reads, state, since, until);
      complete &= some.size() < MOST;
      failed.addAll(some);
    }
    return new NightTasks(
        finished, failed, store.reads(TaskFindingReads.class).findings(), complete);
  }

  /** Ended tasks are listed by their end, newest first. So those before the time end the search. */
  private static List<StoredTask> ended(TaskReads reads, TaskState state, long since, long until) {
    var all = new ArrayList<StoredTask>();
    long before = Long.MAX_VALUE;
    while (true) {
      var page = reads.in(state, before, PAGE);
      for (var placed : page) {
        before = placed.place();
        var at = placed.task().progress().endedAt();
        if (at != null && at >= since && at <= until) all.add(placed.task());
        if (all.size() == MOST) return all;
      }
      if (page.size() < PAGE || endedBefore(page.getLast().task(), since)) return all;
    }
  }

  private static boolean endedBefore(StoredTask task, long since) {
    var at = task.progress().endedAt();
    return at != null && at < since;
  }

  boolean none() {
    return finished.isEmpty() && failed.isEmpty();
  }

  /** Adds the lists, with the names that a function finds for ids. */
  void addTo(JsonText json, Function<String, String> names) {
    json.rawList("tasks_finished", finished.stream().map(task -> row(task, names)).toList())
        .rawList("tasks_failed", failed.stream().map(task -> row(task, names)).toList())
        .rawList("tasks_stalled", stalled.stream().map(NightTasks::finding).toList());
  }

  private static byte[] row(StoredTask task, Function<String, String> names) {
    var owner = task.progress().owner();
    return new JsonText(160)
        .field("id", task.id())
        .field("title", task.facts().title())
        .field("state", task.progress().state().name())
        .field("owner", owner)
        .field("owner_name", owner == null ? null : names.apply(owner))
        .field("at", task.progress().updatedAt())
        .bytes();
  }

  private static byte[] finding(StoredFinding finding) {
    return new JsonText(160)
        .field("kind", finding.kind())
        .field("at", finding.foundAt())
        .raw("detail", finding.detail())
        .text()
        .getBytes(StandardCharsets.UTF_8);
  }
}
