package dev.reveille.server.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.app.AllMemoryTables;
import dev.reveille.server.kernel.ManualClock;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.store.MemoryStore;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TaskFindingsTest {
  private final TaskFindings cell =
      TaskFindings.load(new MemoryStore(AllMemoryTables.make(), () -> {}), new ManualClock());

  private List<Write> look(boolean complete, int... findings) {
    var found =
        IntStream.of(findings)
            .mapToObj(i -> new TaskFinding("f" + i, TaskFinding.STALLED, null, "{}"))
            .toList();
    return cell.handle(new TaskFindings.Found(found, complete)).units().stream()
        .flatMap(unit -> unit.writes().stream())
        .toList();
  }

  @Test
  void a_look_that_did_not_see_everything_ends_no_finding() {
    assertThat(look(true, 1, 2)).hasSize(4);
    assertThat(look(false, 2, 3)).as("one is new").hasSize(2);
    assertThat(look(false, 1, 2)).as("it did not come back").isEmpty();
    assertThat(look(true, 2))
        .containsExactly(new RemoveTaskFinding("f1"), new RemoveTaskFinding("f3"));
  }

  @Test
  void the_number_of_findings_has_a_limit_also_if_none_is_ever_removed() {
    look(false, IntStream.range(0, TaskFindings.MOST).toArray());
    assertThat(look(false, -1)).isEmpty();
    assertThat(look(true, -1)).as("there is room again").contains(new RemoveTaskFinding("f0"));
  }
}
