package dev.reveille.server.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.server.app.AllMemoryTables;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.store.MemoryStore;
import java.util.List;
import org.junit.jupiter.api.Test;

class TaskLinksTest {
  private final TaskLinks links = TaskLinks.load(new MemoryStore(AllMemoryTables.make(), () -> {}));

  private boolean link(String task, String... blockers) {
    var answer = links.handle(new TaskLinks.Link(task, List.of(blockers))).answer();
    if (answer instanceof ChatAnswer.Refused(var code, _)) {
      assertThat(code).isEqualTo(ErrorCode.INVALID_MSG);
      return false;
    }
    return true;
  }

  @Test
  void a_circle_of_any_length_is_refused() {
    assertThat(link("a", "a")).as("itself").isFalse();
    assertThat(link("a", "b")).isTrue();
    assertThat(link("b", "c")).isTrue();
    assertThat(link("c", "d")).isTrue();
    assertThat(link("d", "e", "a")).as("a waits for d through b and c").isFalse();
    assertThat(link("d", "e")).isTrue();
    assertThat(link("e", "a")).isFalse();
  }

  @Test
  void links_that_are_replaced_no_longer_count() {
    assertThat(link("a", "b")).isTrue();
    assertThat(link("a")).as("it waits for nothing now").isTrue();
    assertThat(link("b", "a")).isTrue();
  }

  @Test
  void two_tasks_that_link_to_each_other_at_the_same_time_are_not_both_linked() {
    assertThat(link("a", "b")).isTrue();
    assertThat(links.mayUnload()).as("while the first link is on its way").isFalse();
    assertThat(link("b", "a")).isFalse();
    links.handle(new TaskLinks.Stored("a"));
    assertThat(links.mayUnload()).isTrue();
  }

  @Test
  void a_link_that_the_store_refused_may_count_too_long_but_never_too_short() {
    assertThat(link("a", "b")).isTrue();
    links.handle(new TaskLinks.Stored("a"));
    assertThat(link("a", "c")).isTrue();
    links.handle(new TaskLinks.Undo("a", List.of("b")));
    assertThat(link("b", "a")).as("a waits for b after all").isFalse();
    assertThat(links.mayUnload()).isTrue();
  }

  @Test
  void a_task_that_ended_is_in_no_circle() {
    assertThat(link("a", "b")).isTrue();
    links.handle(new TaskLinks.Ended("a"));
    assertThat(link("b", "a")).isTrue();
    links.handle(new TaskLinks.Drop("b", "a"));
    assertThat(link("a", "b")).isTrue();
  }
}
