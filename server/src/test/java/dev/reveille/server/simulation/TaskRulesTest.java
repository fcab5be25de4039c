package dev.reveille.server.simulation;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.AuthText;
import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.Priority;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.Skill;
import dev.reveille.protocol.TaskAnswers;
import dev.reveille.protocol.TaskDraft;
import dev.reveille.protocol.TaskMessages;
import dev.reveille.protocol.TaskMove;
import dev.reveille.protocol.TaskState;
import dev.reveille.protocol.TaskView;
import dev.reveille.server.store.EventReads;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Limits, lists, links and what is seen of tasks, on a whole node. */
class TaskRulesTest extends TaskFixture {
  TaskRulesTest() {
    super("tasks { max-open = 3, max-audience = 2 }");
  }

  private static List<String> titles(TaskAnswers.Page page) {
    return page.tasks().stream().map(TaskView::title).toList();
  }

  private TaskAnswers.Page list(SimulatedAgent agent, TaskMessages.Tasks asked) {
    agent.send(asked);
    node.run();
    return messages(agent, TaskAnswers.Page.class).getLast();
  }

  private TaskMessages.Tasks as(TaskMessages.@Nullable Part part, int limit) {
    return new TaskMessages.Tasks(part, List.of(), false, null, null, limit, null);
  }

  @Test
  void an_originator_has_a_limited_number_of_open_tasks() {
    var first = create(BOB, "1").taskId();
    create(BOB, "2");
    create(BOB, "3");
    var fourth = new TaskMessages.Create(TaskDraft.of(BOB, "4"), null);
    assertThat(refused(ada, fourth)).isEqualTo(ErrorCode.RATE_LIMITED);
    move(ada, TaskMove.CANCEL, first);
    assertThat(ask(ada, fourth).ok()).as("one has ended").isTrue();
    assertThat(refused(ada, fourth)).isEqualTo(ErrorCode.RATE_LIMITED);
  }

  @Test
  void a_task_is_for_a_limited_number_of_agents() {
    assertThat(create("#general", "for two").state()).isEqualTo(TaskState.SUBMITTED);
    var _ = node.connect("dan").identify(SeededIdentity.of(9));
    node.run();
    assertThat(refused(ada, new TaskMessages.Create(TaskDraft.of("#general", "t"), null)))
        .isEqualTo(ErrorCode.INVALID_MSG);
  }

  @Test
  void a_task_for_a_skill_is_for_those_who_offer_it_then() {
    var skills = Skill.list("[{\"capability\":\"Java\"}]");
    cy.send(new ClientMessage.RegisterSkills(skills, CY_KEY.sign(AuthText.skills(skills))));
    node.run();
    var task = create("skill:java", "Review").taskId();
    assertThat(refused(bob, move(TaskMove.CLAIM, task))).isEqualTo(ErrorCode.TASK_NOT_FOUND);
    assertThat(events(cy)).hasSize(1);
    assertThat(move(cy, TaskMove.CLAIM, task).ok()).isTrue();
  }

  @Test
  void lists_show_the_tasks_of_an_agent_and_nobody_elses() {
    create(BOB, "first");
    var second = create("#general", "second").taskId();
    create(TaskDraft.of(BOB, "third").withTerms(Priority.HIGH, List.of("ci"), null));
    move(cy, TaskMove.CLAIM, second);
    assertThat(titles(list(ada, as(null, 50)))).containsExactly("third", "second", "first");
    assertThat(titles(list(bob, as(null, 50)))).containsExactly("third", "second", "first");
    assertThat(titles(list(cy, as(null, 50)))).containsExactly("second");
    assertThat(titles(list(cy, as(TaskMessages.Part.OWNER, 50)))).containsExactly("second");
    assertThat(titles(list(ada, as(TaskMessages.Part.OWNER, 50)))).isEmpty();
    var page = list(ada, as(null, 2));
    assertThat(titles(page)).containsExactly("third", "second");
    var next = new TaskMessages.Tasks(null, List.of(), false, null, null, 2, page.before());
    assertThat(titles(list(ada, next))).containsExactly("first");
    var other = new TaskMessages.Tasks(null, List.of(), false, null, null, 2, "page 2");
    assertThat(refused(ada, other)).as("no place in the list").isEqualTo(ErrorCode.INVALID_MSG);
    assertThat(
            titles(
                list(
                    ada,
                    new TaskMessages.Tasks(
                        null, List.of(TaskState.WORKING), true, null, null, 9, null))))
        .containsExactly("second");
    assertThat(
            titles(
                list(
                    ada,
                    new TaskMessages.Tasks(null, List.of(), true, "ci", Priority.HIGH, 9, null))))
        .containsExactly("third");
  }

  @Test
  void a_task_that_waits_for_another_is_claimed_after_it() {
    var first = create(BOB, "first").taskId();
    var second = create(TaskDraft.of(CY, "second").withRelations(List.of(first), null)).taskId();
    assertThat(move(cy, TaskMove.CLAIM, second).reason()).isEqualTo("blocked");
    move(bob, TaskMove.CLAIM, first);
    move(bob, TaskMove.COMPLETE, first);
    assertThat(TaskAnswers.Event.of(events(cy).getLast()).orElseThrow().event())
        .isEqualTo("unblocked");
    assertThat(move(cy, TaskMove.CLAIM, second).ok()).isTrue();
  }

  @Test
  void a_circle_of_tasks_is_refused_also_by_another_originator() {
    var first = create(BOB, "first").taskId();
    var second = create(TaskDraft.of(BOB, "second").withRelations(List.of(first), null)).taskId();
    var third = create(TaskDraft.of(BOB, "third").withRelations(List.of(second), null)).taskId();
    assertThat(refused(ada, move(TaskMove.UPDATE, first).withBlockedBy(List.of(third))))
        .isEqualTo(ErrorCode.INVALID_MSG);
    assertThat(refused(ada, move(TaskMove.UPDATE, first).withBlockedBy(List.of(first))))
        .isEqualTo(ErrorCode.INVALID_MSG);
    assertThat(ask(ada, move(TaskMove.UPDATE, second).withBlockedBy(List.of())).ok()).isTrue();
    assertThat(ask(ada, move(TaskMove.UPDATE, first).withBlockedBy(List.of(third))).ok())
        .as("third waits for second, which waits for nothing now")
        .isTrue();
    assertThat(refused(bob, move(TaskMove.UPDATE, first).withBlockedBy(List.of())))
        .isEqualTo(ErrorCode.NOT_ALLOWED);
  }

  @Test
  void a_task_cannot_wait_for_one_that_its_originator_may_not_see() {
    var hidden = ask(bob, new TaskMessages.Create(TaskDraft.of(CY, "hidden"), null)).task();
    var draft = TaskDraft.of(BOB, "t").withRelations(List.of(hidden.taskId()), null);
    assertThat(refused(ada, new TaskMessages.Create(draft, null)))
        .isEqualTo(ErrorCode.TASK_NOT_FOUND);
    var part = TaskDraft.of(BOB, "t").withRelations(List.of(), hidden.taskId());
    assertThat(refused(ada, new TaskMessages.Create(part, null)))
        .isEqualTo(ErrorCode.TASK_NOT_FOUND);
  }

  @Test
  void a_session_that_watches_gets_the_log_and_then_every_event_in_order() {
    var task = create("#general", "t").taskId();
    move(bob, TaskMove.CLAIM, task);
    var begun = ask(cy, new TaskMessages.Watch(task, 1, true));
    assertThat(requireNonNull(begun.task().content()).log().stream().map(row -> row.seq()))
        .containsExactly(2L);
    ask(bob, move(TaskMove.UPDATE, task));
    move(bob, TaskMove.COMPLETE, task);
    assertThat(messages(cy, TaskAnswers.Event.class).stream().map(TaskAnswers.Event::taskSeq))
        .containsExactly(3L, 4L);
    ask(cy, new TaskMessages.Watch(task, 0, false));
    assertThat(messages(ada, TaskAnswers.Event.class)).as("ada watches nothing").isEmpty();
  }

  @Test
  void a_watch_ends_with_its_request_or_its_session() {
    var task = create("#general", "t").taskId();
    ask(cy, new TaskMessages.Watch(task, 0, true));
    ask(cy, new TaskMessages.Watch(task, 0, false));
    ask(bob, new TaskMessages.Watch(task, 0, true));
    bob.vanish();
    node.run();
    move(ada, TaskMove.CANCEL, task);
    assertThat(messages(cy, TaskAnswers.Event.class)).isEmpty();
  }

  @Test
  void a_client_that_does_not_know_tasks_gets_a_message_of_the_server() {
    var dan = node.connect("dan").identify(SeededIdentity.of(9));
    node.run();
    var task = create(id(dan), "Fix \"it\" now").taskId();
    var got = messages(dan, ServerMessage.Msg.class).getLast();
    assertThat(got.type()).isEqualTo("MSG");
    assertThat(got.from()).isEqualTo("@server");
    assertThat(got.content()).contains(task).contains("ada created it").doesNotContain("\"it\"");
    assertThat(got.seq()).isEqualTo(1);
    dan.vanish();
    move(ada, TaskMove.CANCEL, task);
    dan = node.connect("dan").identifyForTasks(SeededIdentity.of(9));
    node.run();
    assertThat(events(dan).stream().map(ServerMessage.Msg::type))
        .as("the same entries, for a client that knows them")
        .containsOnly("TASK_EVENT");
  }

  @Test
  void an_event_for_a_sleeper_waits_and_does_not_end_its_sleep() {
    bob.say("#general", "@@sleep:60s@@");
    node.run();
    create(BOB, "t");
    assertThat(events(bob)).isEmpty();
    assertThat(node.node().sleepers().size()).as("bob sleeps still").isEqualTo(1);
    bob.say("#general", "@@wake@@");
    node.run();
    assertThat(events(bob)).hasSize(1);
    assertThat(events(bob).getFirst().type()).isEqualTo("TASK_EVENT");
    assertThat(events(bob).getFirst().extras()).contains("was_buffered");
  }

  @Test
  void a_full_mailbox_loses_the_hint_but_the_log_has_the_event_and_the_feed_says_so() {
    bob.vanish();
    node.run();
    for (int i = 0; i < 25; i++) {
      var task = create(BOB, "t" + i).taskId();
      move(ada, TaskMove.CANCEL, task);
    }
    node.pass(Duration.ofMinutes(1));
    node.run();
    assertThat(mailbox(BOB)).hasSize(20);
    assertThat(node.store().sizes()).containsEntry("outbox", 0L);
    assertThat(node.store().reads(EventReads.class).events(0, 10_000))
        .anyMatch(event -> event.kind().equals("mail.not_placed"));
  }
}
