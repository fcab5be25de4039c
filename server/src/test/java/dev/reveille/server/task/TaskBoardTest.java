package dev.reveille.server.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Json;
import dev.reveille.protocol.Priority;
import dev.reveille.protocol.TaskState;
import dev.reveille.server.app.AllMemoryTables;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Committer;
import dev.reveille.server.kernel.ManualClock;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.store.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TaskBoardTest {
  private final MemoryStore store = new MemoryStore(AllMemoryTables.make(), () -> {});
  private final ManualClock clock = new ManualClock();
  private final TaskBoard board =
      new TaskBoard(store, new TaskConfig(10, 10, Duration.ZERO, Duration.ZERO), clock);

  private void store(Write write) {
    store.submit(
        new Committer.Submission(
            new CellId("test", "test"), 1, Unit.required(List.of(write), List.of(), List.of())));
    store.commitAll();
  }

  private void make(String id) {
    var facts =
        new StoredTask.Facts(
            TaskRoom.ADA,
            TaskRoom.BOB,
            TaskRoom.BOB,
            id,
            Priority.NORMAL,
            List.of(),
            clock.wallMillis(),
            null,
            null,
            "");
    store(new AddTask(new StoredTask(id, facts, progress(TaskState.SUBMITTED, 1)), List.of()));
  }

  private TaskProgress progress(TaskState state, long seq) {
    long now = clock.wallMillis();
    Long end = state.isOver() ? (Long) now : null;
    return new TaskProgress(state, null, now, null, null, end, seq, List.of(), 0);
  }

  private void end(String id, TaskState state) {
    clock.advance(Duration.ofSeconds(1));
    store(new MoveTask(id, progress(state, 2)));
  }

  /** Returns the titles of all pages of a column. */
  private List<String> column(Set<TaskState> states) {
    var titles = new ArrayList<String>();
    var filter = new TaskFilter(states, false, null, null, AgentMatch.ANY);
    var before = TaskFilter.place(null);
    for (int page = 0; page < 20; page++) {
      var json = Json.read(board.tasks(filter, before.orElseThrow(), 2)).orElseThrow();
      json.path("tasks").forEach(task -> titles.add(task.path("title").asString()));
      if (!json.path("before").isString()) return titles;
      before = TaskFilter.place(json.path("before").asString());
    }
    throw new AssertionError("no end: " + titles);
  }

  @Test
  void a_column_of_several_ended_states_begins_with_what_ended_last() {
    for (int i = 0; i < 7; i++) make("t" + i);
    end("t3", TaskState.FAILED);
    end("t6", TaskState.EXPIRED);
    end("t5", TaskState.FAILED);
    end("t0", TaskState.CANCELED);
    end("t1", TaskState.FAILED);
    var over = Set.of(TaskState.FAILED, TaskState.CANCELED, TaskState.EXPIRED);
    assertThat(column(over)).containsExactly("t1", "t0", "t5", "t6", "t3");
    assertThat(column(Set.of(TaskState.SUBMITTED))).containsExactly("t4", "t2");
    assertThat(column(Set.of())).as("everything, by creation").startsWith("t6", "t5").hasSize(7);
  }

  @Test
  void numbers_are_right_at_once_also_of_tasks_that_have_just_ended() {
    make("a");
    make("b");
    end("a", TaskState.COMPLETED);
    clock.advance(Duration.ofSeconds(30));
    assertThat(board.counts()).contains("\"SUBMITTED\":1", "\"COMPLETED\":1");
    end("b", TaskState.COMPLETED);
    assertThat(board.counts()).contains("\"SUBMITTED\":0", "\"COMPLETED\":2");
    clock.advance(Duration.ofMinutes(2));
    assertThat(board.counts()).contains("\"COMPLETED\":2");
  }
}
