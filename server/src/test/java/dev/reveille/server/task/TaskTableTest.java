package dev.reveille.server.task;

import static dev.reveille.server.store.Rows.T;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Priority;
import dev.reveille.protocol.TaskMessages;
import dev.reveille.protocol.TaskState;
import dev.reveille.server.store.Retention;
import dev.reveille.server.store.TableContract;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The promises of every store about tasks. */
class TaskTableTest extends TableContract {
  private static StoredTask task(String id, @Nullable String assignee, long seq) {
    return new StoredTask(
        id,
        new StoredTask.Facts(
            "@ann",
            assignee == null ? "#a" : assignee,
            assignee,
            "title \"é\"",
            Priority.HIGH,
            List.of("ci", "a\"b"),
            T,
            T + 9,
            "task_p",
            "\"input\":[]"),
        progress(TaskState.SUBMITTED, null, seq));
  }

  private static TaskProgress progress(TaskState state, @Nullable String owner, long seq) {
    return progress(state, owner, seq, seq);
  }

  private static TaskProgress progress(TaskState state, @Nullable String owner, long at, long seq) {
    return new TaskProgress(
        state,
        owner,
        T + at,
        T + 50,
        null,
        state.isOver() ? (Long) (T + at) : null,
        seq,
        List.of("task_b"),
        12);
  }

  private static AppendTaskLog row(String id, long seq, String said) {
    return new AppendTaskLog(
        new StoredTaskLog(
            id, seq, T, "updated", null, TaskState.WORKING, "@bob", "bob", said, "k" + seq));
  }

  private TaskReads reads() {
    return store.reads(TaskReads.class);
  }

  @Test
  void a_task_and_its_log_survive_and_a_change_that_is_not_the_next_is_refused() {
    var task = task("task_1", null, 1);
    units.required("a", 1, new AddTask(task, List.of("@cat", "@bob")), row("task_1", 1, ""));
    units.required("b", 1, new AddTask(task, List.of()));
    units.required("c", 1, new MoveTask("task_1", progress(TaskState.WORKING, "@bob", 3)));
    units.required("d", 1, new MoveTask("task_2", progress(TaskState.WORKING, "@bob", 2)));
    units.required(
        "a",
        1,
        new MoveTask("task_1", progress(TaskState.WORKING, "@bob", 2)),
        row("task_1", 2, "\"message\":[]"));
    units.required("e", 1, row("task_1", 2, ""));
    assertThat(units.outcome()).isEqualTo("srrrsr");
    reopenStore();
    var loaded = reads().load("task_1").orElseThrow();
    assertThat(loaded.task())
        .isEqualTo(new StoredTask("task_1", task.facts(), progress(TaskState.WORKING, "@bob", 2)));
    assertThat(loaded.audience()).containsExactly("@bob", "@cat");
    assertThat(loaded.keys()).containsExactly("@bob k2", "@bob k1");
    assertThat(reads().log("task_1", 1, 10)).hasSize(1);
    assertThat(reads().load("task_2")).isEmpty();
  }

  @Test
  void lists_find_the_tasks_of_an_agent_by_its_part_newest_first() {
    units.required("a", 1, new AddTask(task("task_1", "@bob", 1), List.of()));
    units.required("a", 1, new AddTask(task("task_2", null, 1), List.of("@bob", "@cat")));
    units.required("a", 1, new MoveTask("task_2", progress(TaskState.WORKING, "@cat", 2)));
    units.await();
    assertThat(ids(reads().of("@ann", null, Long.MAX_VALUE, 10)))
        .containsExactly("task_2", "task_1");
    assertThat(ids(reads().of("@ann", TaskMessages.Part.OWNER, Long.MAX_VALUE, 10))).isEmpty();
    assertThat(ids(reads().of("@bob", null, Long.MAX_VALUE, 1))).containsExactly("task_2");
    assertThat(ids(reads().of("@bob", TaskMessages.Part.AUDIENCE, Long.MAX_VALUE, 10)))
        .containsExactly("task_2", "task_1");
    assertThat(ids(reads().of("@cat", TaskMessages.Part.OWNER, Long.MAX_VALUE, 10)))
        .containsExactly("task_2");
    var first = reads().of("@bob", null, Long.MAX_VALUE, 1).getFirst();
    assertThat(ids(reads().of("@bob", null, first.place(), 10))).containsExactly("task_1");
    assertThat(ids(reads().of("@dan", null, Long.MAX_VALUE, 10))).isEmpty();
    assertThat(reads().open("@ann")).isEqualTo(2);
    assertThat(reads().counts(Long.MIN_VALUE))
        .containsEntry(TaskState.SUBMITTED, 1L)
        .containsEntry(TaskState.WORKING, 1L)
        .containsEntry(TaskState.FAILED, 0L);
    assertThat(ids(reads().blocked(0, 10))).containsExactly("task_1", "task_2");
  }

  @Test
  void open_tasks_are_found_however_many_younger_ones_have_ended() {
    units.required("a", 1, new AddTask(task("old", null, 1), List.of("@cat")));
    units.required("a", 1, new AddTask(task("mine", "@bob", 1), List.of()));
    for (int i = 0; i < 60; i++) {
      units.required("a", 1, new AddTask(task("t" + i, "@bob", 1), List.of()));
      units.required("a", 1, new MoveTask("t" + i, progress(TaskState.EXPIRED, null, 2 + i, 2)));
      units.required("a", 1, new AddTask(task("u" + i, null, 1), List.of("@cat")));
      units.required("a", 1, new MoveTask("u" + i, progress(TaskState.COMPLETED, "@cat", 2, 2)));
    }
    units.await();
    assertThat(ids(reads().openOf("@ann", null, Long.MAX_VALUE, 2))).containsExactly("mine", "old");
    assertThat(ids(reads().openOf("@bob", null, Long.MAX_VALUE, 2))).containsExactly("mine");
    assertThat(ids(reads().openOf("@cat", null, Long.MAX_VALUE, 2))).containsExactly("old");
    assertThat(ids(reads().openOf("@cat", TaskMessages.Part.OWNER, Long.MAX_VALUE, 2))).isEmpty();
    assertThat(reads().openFor("@bob")).isEqualTo(1);
    assertThat(reads().openFor("@cat")).as("others may take it").isZero();
    assertThat(reads().expiredOf("@bob", T + 60, 9)).hasSize(2);
    assertThat(reads().expiredOf("@ann", T + 60, 1)).hasSize(1);
    assertThat(reads().expiredOf("@cat", 0, 9)).isEmpty();
  }

  @Test
  void ended_tasks_are_listed_by_their_end_page_after_page() {
    for (int i = 0; i < 60; i++) {
      units.required("a", 1, new AddTask(task("t" + i, "@bob", 1), List.of()));
    }
    for (int i = 0; i < 60; i++) {
      int end = i == 0 ? 900 : i / 2;
      units.required("a", 1, new MoveTask("t" + i, progress(TaskState.FAILED, "@bob", end, 2)));
    }
    units.await();
    var all = new ArrayList<String>();
    long before = Long.MAX_VALUE;
    for (var page = reads().in(TaskState.FAILED, before, 7);
        !page.isEmpty();
        page = reads().in(TaskState.FAILED, before, 7)) {
      all.addAll(ids(page));
      before = page.getLast().place();
    }
    assertThat(all).hasSize(60).doesNotHaveDuplicates();
    assertThat(all.getFirst()).as("the oldest, which ended last").isEqualTo("t0");
    assertThat(all.subList(1, 4)).containsExactly("t59", "t58", "t57");
    assertThat(reads().in(TaskState.FAILED, 1_000_000, 7))
        .as("after a task that is gone")
        .isEmpty();
    assertThat(ids(reads().all(Long.MAX_VALUE, 2))).containsExactly("t59", "t58");
  }

  @Test
  void what_waits_for_an_agent_has_the_time_of_the_last_change_by_somebody_else() {
    units.required("a", 1, new AddTask(task("blocked", "@bob", 1), List.of()));
    units.required("a", 1, new AddTask(free("free", "@bob"), List.of()), by("free", 1, "@ann"));
    units.required("a", 1, new AddTask(free("own", "@bob"), List.of()), by("own", 1, "@bob"));
    units.required("a", 1, new AddTask(free("taken", null), List.of("@bob", "@cat")));
    units.required("a", 1, new MoveTask("taken", progress(TaskState.WORKING, "@bob", 2)));
    units.required("a", 1, by("taken", 1, "@ann"), by("taken", 2, "@cat"), by("taken", 3, "@bob"));
    units.required("a", 1, new AddTask(free("asks", null), List.of("@bob")));
    units.required("a", 1, new MoveTask("asks", progress(TaskState.AUTH_REQUIRED, "@bob", 2)));
    units.await();
    assertThat(waiting("@bob", 9)).containsExactly("taken 2", "own 0", "free 1");
    assertThat(waiting("@bob", 1)).containsExactly("taken 2");
    assertThat(waiting("@ann", 9)).containsExactly("asks 0");
    assertThat(waiting("@cat", 9)).isEmpty();
    assertThat(reads().brief("free").orElseThrow().facts().content()).isEmpty();
  }

  private List<String> waiting(String agent, int limit) {
    return reads().waitingFor(agent, limit).stream()
        .map(each -> each.task().id() + " " + (each.newsAt() - T))
        .toList();
  }

  private static StoredTask free(String id, @Nullable String assignee) {
    var task = task(id, assignee, 1);
    return new StoredTask(
        id,
        task.facts(),
        new TaskProgress(TaskState.SUBMITTED, null, T, null, null, null, 1, List.of(), 0));
  }

  private static AppendTaskLog by(String id, long seq, String actor) {
    return new AppendTaskLog(
        new StoredTaskLog(
            id, seq, T + seq, "updated", null, TaskState.WORKING, actor, "", "", null));
  }

  @Test
  void
      rows_after_the_mark_come_in_the_order_in_which_they_were_stored_and_the_mark_never_goes_back() {
    assertThat(reads().unhinted(9)).isEqualTo(new TaskReads.LogRows(List.of(), false));
    units.required("a", 1, new AddTask(task("task_2", "@bob", 1), List.of()), row("task_2", 1, ""));
    units.required("b", 1, new AddTask(task("task_1", "@bob", 1), List.of()), row("task_1", 1, ""));
    units.required("a", 1, new MoveTask("task_2", progress(TaskState.WORKING, "@bob", 2)));
    units.required("a", 1, row("task_2", 2, ""));
    units.await();
    assertThat(unhinted(9)).containsExactly("task_2 1", "task_1 1", "task_2 2");
    assertThat(unhinted(2)).containsExactly("task_2 1", "task_1 1", "…");
    units.required("h", 1, new SetHinted("task_1", 1));
    units.required("h", 1, new SetHinted("task_2", 1));
    units.required("h", 1, new SetHinted("task_9", 1));
    units.await();
    reopenStore();
    assertThat(unhinted(9)).containsExactly("task_2 2");
    units.required("h", 1, new SetHinted("task_2", 2));
    units.await();
    assertThat(unhinted(9)).isEmpty();
  }

  private List<String> unhinted(int limit) {
    var page = reads().unhinted(limit);
    var rows = page.rows().stream().map(row -> row.task() + " " + row.seq());
    return Stream.concat(rows, page.more() ? Stream.of("…") : Stream.of()).toList();
  }

  private static List<String> ids(List<TaskReads.Placed> page) {
    return page.stream().map(each -> each.task().id()).toList();
  }

  @Test
  void a_task_goes_ninety_days_after_its_end_with_everything_that_belongs_to_it() {
    units.required(
        "a",
        1,
        new AddTask(task("task_1", null, 1), List.of("@bob")),
        row("task_1", 1, ""),
        new AddTaskWaiter("task_1", "task_9"),
        new MoveTask("task_1", progress(TaskState.COMPLETED, "@bob", 2)));
    units.required("b", 1, new AddTask(task("task_2", "@bob", 1), List.of()), row("task_2", 1, ""));
    units.await();
    var keepAll = new Retention(0, Duration.ZERO, Duration.ZERO);
    long end = T + 2 + TaskTable.KEPT.toMillis();
    store.prune(keepAll, end, _ -> false);
    assertThat(reads().task("task_1")).isPresent();
    store.prune(keepAll, end + 1, _ -> false);
    assertThat(reads().task("task_1")).isEmpty();
    assertThat(reads().task("task_2")).as("it is open").isPresent();
    assertThat(store.sizes())
        .containsEntry("task_log", 1L)
        .containsEntry("task_waiters", 0L)
        .containsEntry("task_audience", 0L);
  }

  @Test
  void findings_stay_until_they_are_removed_and_are_added_once() {
    var finding = new TaskFinding("f1", "cycle", null, "{\"a\":1}");
    units.required("a", 1, new AddTaskFinding(finding, T));
    units.required("a", 1, new AddTaskFinding(finding, T + 5));
    units.await();
    reopenStore();
    var found = store.reads(TaskFindingReads.class).findings();
    assertThat(found)
        .containsExactly(new TaskFindingReads.StoredFinding("f1", "cycle", T, "{\"a\":1}"));
    units.required("b", 1, new RemoveTaskFinding("f1"));
    units.await();
    assertThat(store.reads(TaskFindingReads.class).findings()).isEmpty();
  }

  @Test
  void the_secret_of_ids_is_long_and_stays() {
    var secret = reads().secret();
    assertThat(secret).hasSizeGreaterThan(20);
    reopenStore();
    assertThat(reads().secret()).isEqualTo(secret);
  }

  @Test
  void its_rows_are_found_by_an_index() {
    assertSearched(
        TaskSql.TASK,
        TaskSql.AUDIENCE,
        TaskSql.WAITERS,
        TaskSql.LOG,
        TaskSql.KEYS,
        TaskSql.BRIEF,
        TaskListSql.OPEN_FOR,
        TaskListSql.OWNED,
        TaskListSql.ASSIGNED,
        TaskListSql.ASKED,
        TaskListSql.EXPIRED,
        TaskSql.OPEN_IN_STATE,
        TaskSql.ENDED_IN_STATE,
        TaskSql.ENDED_BEFORE,
        TaskSql.ALL,
        TaskSql.BLOCKED,
        TaskSql.UNHINTED,
        TaskSql.LAST_LOGGED,
        TaskSql.OPEN);
    for (var list : List.of(TaskListSql.ALL, TaskListSql.OPEN)) {
      assertSearched(
          list.originator(), list.owner(), list.assignee(), list.owningAssignee(), list.audience());
    }
    assertSearched(TaskSql.ENDED_STATES);
    assertCounted(TaskSql.ENDED_COUNT);
    assertWalked(TaskSql.ALL_OPEN, TaskSql.OPEN_STATES, TaskFindingTable.FINDINGS);
  }
}
