package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.Identity;
import dev.reveille.protocol.InboxMessages;
import dev.reveille.protocol.TaskAnswers;
import dev.reveille.protocol.TaskDraft;
import dev.reveille.protocol.TaskExpiry;
import dev.reveille.protocol.TaskMessages;
import dev.reveille.protocol.TaskMove;
import dev.reveille.protocol.TaskState;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tasks in side sessions, and the events of tasks in an agent's inbox. */
class TaskAsideTest extends TaskFixture {
  private SimulatedAgent aside(@Nullable Identity key) {
    var side = node.connect("side").identifyAside(key);
    node.run();
    return side;
  }

  @Test
  void every_request_about_tasks_works_in_a_side_session_while_the_agent_is_away() {
    bob.vanish();
    node.run();
    var side = aside(BOB_KEY);
    for (var last :
        new TaskMove[] {TaskMove.COMPLETE, TaskMove.FAIL, TaskMove.REJECT, TaskMove.GIVE_BACK}) {
      var task = create(TaskDraft.of(BOB, "t").withExpiry(TaskExpiry.after(60))).taskId();
      assertThat(ask(side, move(TaskMove.CLAIM, task)).ok()).isTrue();
      assertThat(ask(side, move(TaskMove.UPDATE, task).to(TaskState.INPUT_REQUIRED)).ok()).isTrue();
      assertThat(ask(ada, move(TaskMove.UPDATE, task).to(TaskState.WORKING)).ok()).isTrue();
      assertThat(ask(side, move(last, task)).ok()).as(last.type()).isTrue();
      assertThat(ask(side, new TaskMessages.Get(task, 0)).task().seq()).isEqualTo(5);
    }
    var made = ask(side, new TaskMessages.Create(TaskDraft.of(ADA, "back"), "k")).task();
    assertThat(made.from()).isEqualTo(BOB);
    var later = move(TaskMove.EXTEND, made.taskId()).withExpiry(TaskExpiry.after(9));
    assertThat(ask(side, later).ok()).isTrue();
    assertThat(ask(side, move(TaskMove.CANCEL, made.taskId())).ok()).isTrue();
    side.send(TaskMessages.Tasks.all(false));
    node.run();
    assertThat(messages(side, TaskAnswers.Page.class).getLast().tasks()).hasSize(5);
  }

  @Test
  void a_side_session_watches_and_the_body_does_not() {
    var task = create(BOB, "t").taskId();
    var side = aside(BOB_KEY);
    ask(side, new TaskMessages.Watch(task, 0, true));
    move(bob, TaskMove.CLAIM, task);
    assertThat(messages(side, TaskAnswers.Event.class).stream().map(TaskAnswers.Event::event))
        .containsExactly("claimed");
    assertThat(messages(bob, TaskAnswers.Event.class)).isEmpty();
    side.vanish();
    move(bob, TaskMove.COMPLETE, task);
    var next = aside(BOB_KEY);
    ask(next, new TaskMessages.Watch(task, 0, true));
    assertThat(messages(next, TaskAnswers.Event.class)).isEmpty();
  }

  @Test
  void each_session_watches_a_limited_number_of_tasks() {
    var first = aside(ADA_KEY);
    for (int i = 0; i <= 100; i++) {
      var task = create(ADA, "t" + i).taskId();
      if (i == 100) {
        assertThat(refused(first, new TaskMessages.Watch(task, 0, true)))
            .isEqualTo(ErrorCode.RATE_LIMITED);
        first.vanish();
        node.run();
        ask(aside(ADA_KEY), new TaskMessages.Watch(task, 0, true));
      } else {
        ask(first, new TaskMessages.Watch(task, 0, true));
      }
    }
  }

  @Test
  void a_stored_member_without_a_body_creates_a_task_for_its_private_channel() {
    ada.send(new ClientMessage.CreateChannel("#den", true, false));
    node.run();
    ada.send(new ClientMessage.Invite("#den", BOB));
    node.run();
    bob.send(new ClientMessage.Join("#den", null));
    node.run();
    ada.vanish();
    node.run();
    var side = aside(ADA_KEY);
    var draft = TaskDraft.of("#den", "t");
    var made = ask(side, new TaskMessages.Create(draft, null)).task();
    assertThat(move(bob, TaskMove.CLAIM, made.taskId()).ok()).isTrue();
    assertThat(refused(aside(CY_KEY), new TaskMessages.Create(draft, null)))
        .isEqualTo(ErrorCode.NOT_INVITED);
  }

  @Test
  void a_guest_neither_creates_nor_sees_a_task() {
    var task = create("#general", "t").taskId();
    var guest = aside(null);
    assertThat(refused(guest, new TaskMessages.Get(task, 0))).isNotNull();
    assertThat(refused(guest, new TaskMessages.Create(TaskDraft.of(BOB, "t"), null))).isNotNull();
    assertThat(answers(guest)).isEmpty();
  }

  @Test
  void behaviour_33_in_another_state_than_the_expected_one_nothing_changes() {
    var task = create(BOB, "t").taskId();
    move(bob, TaskMove.CLAIM, task);
    for (var move : TaskMove.values()) {
      var asker = move == TaskMove.CANCEL || move == TaskMove.EXTEND ? ada : bob;
      if (move == TaskMove.CLAIM) continue;
      var asked =
          move(move, task).withExpiry(TaskExpiry.after(60)).expecting(TaskState.INPUT_REQUIRED);
      var answer = ask(asker, asked);
      assertThat(answer.ok()).as(move.type()).isFalse();
      assertThat(answer.reason()).isEqualTo("expected_state");
      assertThat(answer.task().state()).as("it names the state").isEqualTo(TaskState.WORKING);
      assertThat(answer.task().owner()).isEqualTo(BOB);
    }
    assertThat(log(task)).hasSize(2);
    var fitting = move(TaskMove.COMPLETE, task).expecting(TaskState.WORKING);
    assertThat(ask(bob, fitting).ok()).isTrue();
  }

  @Test
  void the_inbox_counts_and_returns_the_events_of_tasks() {
    bob.vanish();
    node.run();
    var task = create(BOB, "t").taskId();
    var side = aside(BOB_KEY);
    side.send(new InboxMessages.AskUnread());
    side.send(InboxMessages.AskPending.of(10));
    node.run();
    var unread = messages(side, InboxMessages.Unread.class).getLast();
    assertThat(unread.total()).isEqualTo(1);
    var entry = messages(side, InboxMessages.Pending.class).getLast().entries().getFirst();
    assertThat(unread.inbox()).contains(new InboxMessages.KindCounts("task_event", 0, 1, 0));
    assertThat(entry.because()).isEqualTo("task_event");
    assertThat(entry.message().extras()).contains(task);
  }
}
