package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.TaskAnswers;
import dev.reveille.protocol.TaskDraft;
import dev.reveille.protocol.TaskMove;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.store.StoredEntry;
import dev.reveille.server.task.TaskReads;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Events of tasks come from the log: no row of their own waits for them. */
class TaskHintTest extends TaskFixture {
  private List<String> told(String agent) {
    return mailbox(agent).stream().map(TaskHintTest::brief).toList();
  }

  private static String brief(StoredEntry entry) {
    var event = TaskAnswers.Event.of(Messages.wire(entry)).orElseThrow();
    return event.taskSeq() + " " + event.event() + " " + event.text() + " " + event.owner();
  }

  private int unmarked() {
    return node.store().reads(TaskReads.class).unhinted(1_000).rows().size();
  }

  private void waitLong() {
    for (int i = 0; i < 4; i++) {
      node.pass(Duration.ofSeconds(30));
      node.run();
    }
  }

  @Test
  void a_change_that_all_were_told_of_stores_no_tell() {
    var made = create(BOB, "Count the rows");
    move(bob, TaskMove.CLAIM, made.taskId());
    assertThat(told(BOB)).containsExactly("1 created null null");
    assertThat(told(ADA)).containsExactly("2 claimed null " + BOB);
    assertThat(node.store().sizes()).containsEntry("outbox", 0L).containsEntry("handled_tells", 0L);
  }

  @Test
  void the_mark_follows_the_log_within_a_minute_and_what_is_behind_it_is_told_once() {
    var made = create(BOB, "Wait for the mark");
    move(bob, TaskMove.CLAIM, made.taskId());
    assertThat(unmarked()).as("two rows are a few").isEqualTo(2);
    restart();
    assertThat(unmarked()).as("told again, to mailboxes that knew them").isEqualTo(0);
    assertThat(told(BOB)).hasSize(1);
    assertThat(told(ADA)).hasSize(1);
    bob = node.connect("bob").identifyForTasks(BOB_KEY);
    node.run();
    move(bob, TaskMove.COMPLETE, made.taskId());
    assertThat(unmarked()).isEqualTo(1);
    node.lookForEmptyChannels();
    node.run();
    assertThat(unmarked()).as("the work of each minute").isEqualTo(0);
  }

  @Test
  void a_mailbox_that_fails_for_long_keeps_nobody_else_waiting_and_loses_nothing() {
    var made = create(BOB, "Mind the gap");
    node.fragile("mailbox");
    move(bob, TaskMove.CLAIM, made.taskId());
    move(bob, TaskMove.COMPLETE, made.taskId());
    waitLong();
    assertThat(node.store().sizes())
        .as("the outbox has them now, and one that was told but not marked")
        .containsEntry("outbox", 3L);
    assertThat(unmarked()).isEqualTo(0);
    node.fragile(null);
    waitLong();
    assertThat(told(ADA)).containsExactly("2 claimed null " + BOB, "3 completed null " + BOB);
    assertThat(told(BOB)).as("once").hasSize(1);
    assertThat(node.store().sizes()).containsEntry("outbox", 0L);
    var next = create(BOB, "Go on");
    assertThat(told(BOB)).as("live again, for " + next.taskId()).hasSize(2);
  }

  @Test
  void a_broadcast_that_its_originator_frees_is_offered_to_its_audience() {
    var first = create(BOB, "first").taskId();
    var task =
        create(TaskDraft.of("#general", "second").withRelations(List.of(first), null)).taskId();
    assertThat(told(CY)).as("nobody can claim it yet").isEmpty();
    ask(ada, move(TaskMove.UPDATE, task).withBlockedBy(List.of()));
    assertThat(told(CY)).containsExactly("2 relinked null null");
    ask(ada, move(TaskMove.UPDATE, task).withBlockedBy(List.of()));
    assertThat(told(CY)).as("it was free already").hasSize(1);
  }

  @Test
  void what_is_told_later_is_offered_by_what_the_task_waited_for_then() {
    var first = create(BOB, "first").taskId();
    node.fragile("mailbox");
    var freed =
        create(TaskDraft.of("#general", "freed").withRelations(List.of(first), null)).taskId();
    ask(ada, move(TaskMove.UPDATE, freed).withBlockedBy(List.of()));
    var blocked = create(TaskDraft.of("#general", "blocked")).taskId();
    ask(ada, move(TaskMove.UPDATE, blocked).withBlockedBy(List.of(first)));
    node.fragile(null);
    waitLong();
    assertThat(told(CY)).containsExactly("2 relinked null null", "1 created null null");
  }
}
