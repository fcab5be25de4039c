package dev.reveille.server.simulation;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.TaskAnswers;
import dev.reveille.protocol.TaskArtifact;
import dev.reveille.protocol.TaskDraft;
import dev.reveille.protocol.TaskExpiry;
import dev.reveille.protocol.TaskMessages;
import dev.reveille.protocol.TaskMove;
import dev.reveille.protocol.TaskPart;
import dev.reveille.protocol.TaskState;
import dev.reveille.server.kernel.SeededRuns;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tasks on a whole node, as clients see them. */
class TaskTest extends TaskFixture {
  @Test
  void a_task_goes_from_its_originator_to_an_owner_and_back_with_its_results() {
    var made = create(TaskDraft.of(BOB, "Fix it").withInput(TaskPart.ofText("the build")));
    assertThat(made.state()).isEqualTo(TaskState.SUBMITTED);
    assertThat(made.from()).isEqualTo(ADA);
    var claimed = move(bob, TaskMove.CLAIM, made.taskId());
    assertThat(claimed.ok()).isTrue();
    assertThat(claimed.task().owner()).isEqualTo(BOB);
    assertThat(requireNonNull(claimed.task().content()).input())
        .containsExactly(new TaskPart.Text("the build"));
    var report = new TaskArtifact("report", null, TaskPart.ofText("done"));
    var done =
        ask(
            bob,
            move(TaskMove.COMPLETE, made.taskId())
                .saying(TaskPart.ofText("it was a typo"), List.of(report)));
    assertThat(done.task().state()).isEqualTo(TaskState.COMPLETED);
    var shown = ask(ada, new TaskMessages.Get(made.taskId(), 0)).task();
    assertThat(requireNonNull(shown.content()).artifacts()).containsExactly(report);
    assertThat(requireNonNull(shown.content()).log().stream().map(row -> row.event()))
        .containsExactly("created", "claimed", "completed");
    assertThat(events(ada).stream().map(ServerMessage.Msg::type))
        .containsExactly("TASK_EVENT", "TASK_EVENT");
    assertThat(events(bob)).as("only of what others did").hasSize(1);
  }

  @Test
  void behaviour_28_of_agents_that_claim_at_once_exactly_one_becomes_the_owner() {
    SeededRuns.check(
        50,
        random -> {
          var made = create("#general", "Who is first?");
          var claim = move(TaskMove.CLAIM, made.taskId());
          bob.send(claim);
          cy.send(claim);
          node.run();
          var of = List.of(answers(bob).getLast(), answers(cy).getLast());
          assertThat(of.stream().filter(TaskAnswers.Answer::ok)).hasSize(1);
          var lost = of.stream().filter(answer -> !answer.ok()).findFirst().orElseThrow();
          var won = of.stream().filter(TaskAnswers.Answer::ok).findFirst().orElseThrow();
          assertThat(lost.reason()).isEqualTo("taken");
          assertThat(lost.task().state()).isEqualTo(TaskState.WORKING);
          assertThat(lost.task().owner()).isEqualTo(won.task().owner());
          move(BOB.equals(won.task().owner()) ? bob : cy, TaskMove.COMPLETE, made.taskId());
        });
  }

  @Test
  void behaviours_30_and_42_an_assignee_a_state_or_a_sender_of_the_caller_is_ignored() {
    ada.sendText(
        "{\"type\":\"TASK_CREATE\",\"to\":\""
            + BOB
            + "\",\"title\":\"t\",\"assignee\":\"@"
            + "c".repeat(16)
            + "\",\"owner\":\""
            + CY
            + "\",\"from\":\""
            + CY
            + "\",\"originator\":\""
            + CY
            + "\",\"state\":\"COMPLETED\"}");
    node.run();
    var made = answers(ada).getLast().task();
    assertThat(made.from()).isEqualTo(ADA);
    assertThat(made.owner()).isNull();
    assertThat(made.state()).isEqualTo(TaskState.SUBMITTED);
    assertThat(log(made.taskId()).getFirst().actor()).isEqualTo(ADA);
  }

  @Test
  void behaviour_31_the_audience_is_frozen_when_the_task_is_made() {
    var made = create("#general", "For those who are here");
    var dan = node.connect("dan").identifyForTasks(SeededIdentity.of(9));
    node.run();
    assertThat(refused(dan, move(TaskMove.CLAIM, made.taskId())))
        .isEqualTo(ErrorCode.TASK_NOT_FOUND);
    assertThat(refused(dan, new TaskMessages.Get(made.taskId(), 0)))
        .isEqualTo(ErrorCode.TASK_NOT_FOUND);
    cy.send(new ClientMessage.Leave("#general"));
    node.run();
    assertThat(move(cy, TaskMove.CLAIM, made.taskId()).ok()).as("it was here").isTrue();
  }

  @Test
  void a_member_that_is_away_and_whose_membership_is_stored_may_claim_when_it_comes_back() {
    ada.send(new ClientMessage.CreateChannel("#crew", false, false));
    node.run();
    bob.send(new ClientMessage.Join("#crew", null));
    node.run();
    bob.vanish();
    node.run();
    var made = create("#crew", "Later");
    bob = node.connect("bob").identifyForTasks(BOB_KEY);
    node.run();
    assertThat(events(bob)).as("it waited").hasSize(1);
    assertThat(move(bob, TaskMove.CLAIM, made.taskId()).ok()).isTrue();
    assertThat(refused(cy, move(TaskMove.CLAIM, made.taskId())))
        .isEqualTo(ErrorCode.TASK_NOT_FOUND);
  }

  @Test
  void behaviour_34_a_task_whose_time_is_over_expires_once_and_originator_and_owner_are_told() {
    var task = create(TaskDraft.of(BOB, "Soon").withExpiry(TaskExpiry.after(5))).taskId();
    move(bob, TaskMove.CLAIM, task);
    node.pass(Duration.ofSeconds(4));
    node.run();
    assertThat(state(task)).isEqualTo(TaskState.WORKING);
    node.pass(Duration.ofSeconds(2));
    node.run();
    assertThat(state(task)).isEqualTo(TaskState.EXPIRED);
    var last = log(task).getLast();
    assertThat(last.previous()).isEqualTo(TaskState.WORKING);
    assertThat(last.at()).isEqualTo(node.wallMillis());
    assertThat(mailbox(ADA).getLast().extras()).contains("\"event\":\"expired\"");
    assertThat(mailbox(BOB).getLast().extras()).contains("\"event\":\"expired\"");
    int rows = log(task).size();
    node.pass(Duration.ofHours(1));
    restart();
    node.pass(Duration.ofHours(1));
    node.run();
    assertThat(log(task)).as("a second sweep changes nothing").hasSize(rows);
  }

  @Test
  void behaviour_34_what_is_overdue_after_a_restart_expires_at_once_in_every_open_state() {
    var submitted = create(TaskDraft.of(BOB, "a").withExpiry(TaskExpiry.after(5))).taskId();
    var working = create(TaskDraft.of(BOB, "b").withExpiry(TaskExpiry.after(5))).taskId();
    var asking = create(TaskDraft.of(BOB, "c").withExpiry(TaskExpiry.after(5))).taskId();
    move(bob, TaskMove.CLAIM, working);
    move(bob, TaskMove.CLAIM, asking);
    ask(bob, move(TaskMove.UPDATE, asking).to(TaskState.INPUT_REQUIRED));
    node.jumpWall(Duration.ofHours(1));
    restart();
    node.pass(Duration.ofMillis(1));
    node.run();
    for (var task : List.of(submitted, working, asking)) {
      assertThat(state(task)).isEqualTo(TaskState.EXPIRED);
    }
  }

  @Test
  void behaviour_35_a_task_without_an_expiry_never_expires() {
    var task = create(BOB, "Whenever").taskId();
    node.pass(Duration.ofDays(400));
    restart();
    node.pass(Duration.ofDays(400));
    node.run();
    assertThat(state(task)).isEqualTo(TaskState.SUBMITTED);
  }

  @Test
  void an_expiry_can_be_extended_until_the_task_has_expired() {
    var task = create(TaskDraft.of(BOB, "Soon").withExpiry(TaskExpiry.after(5))).taskId();
    node.pass(Duration.ofSeconds(4));
    assertThat(ask(ada, move(TaskMove.EXTEND, task).withExpiry(TaskExpiry.after(10))).ok())
        .isTrue();
    node.pass(Duration.ofSeconds(8));
    node.run();
    assertThat(state(task)).isEqualTo(TaskState.SUBMITTED);
    node.pass(Duration.ofSeconds(3));
    node.run();
    assertThat(state(task)).isEqualTo(TaskState.EXPIRED);
    var late = ask(ada, move(TaskMove.EXTEND, task).withExpiry(TaskExpiry.after(10)));
    assertThat(late.ok()).isFalse();
    assertThat(late.reason()).isEqualTo("state");
  }

  @Test
  void behaviour_37_a_task_for_nobody_is_refused_and_nothing_is_stored() {
    for (var to : List.of("@nobody", "@" + "0".repeat(16), "skill:magic")) {
      assertThat(refused(ada, new TaskMessages.Create(TaskDraft.of(to, "t"), null)))
          .isEqualTo(ErrorCode.AGENT_NOT_FOUND);
    }
    assertThat(refused(ada, new TaskMessages.Create(TaskDraft.of("#nowhere", "t"), null)))
        .isEqualTo(ErrorCode.NOT_INVITED);
    assertThat(node.store().sizes()).containsEntry("tasks", 0L).containsEntry("task_log", 0L);
  }

  @Test
  void a_task_is_given_to_an_agent_that_is_away_by_its_name() {
    bob.vanish();
    node.run();
    var made = create("@bob", "Later");
    assertThat(made.to()).isEqualTo(BOB);
  }

  @Test
  void behaviour_38_a_task_that_was_acknowledged_is_there_once_after_a_kill() {
    var create = new TaskMessages.Create(TaskDraft.of(BOB, "t"), "key-1");
    var made = ask(ada, create).task();
    restart();
    assertThat(log(made.taskId())).hasSize(1);
    var again = ask(ada, create).task();
    assertThat(again.taskId()).as("the same key is the same task").isEqualTo(made.taskId());
    assertThat(node.store().sizes()).containsEntry("tasks", 1L).containsEntry("task_log", 1L);
    var other = ask(ada, new TaskMessages.Create(TaskDraft.of(BOB, "t"), "key-2")).task();
    assertThat(other.taskId()).isNotEqualTo(made.taskId());
  }

  @Test
  void behaviour_39_the_acknowledgement_does_not_wait_until_others_are_told() {
    node.fragile("mailbox");
    var task = create(BOB, "t").taskId();
    assertThat(move(bob, TaskMove.CLAIM, task).ok()).isTrue();
    assertThat(events(ada)).isEmpty();
    node.fragile(null);
    node.pass(Duration.ofMinutes(2));
    node.run();
    assertThat(mailbox(ADA)).as("told later").hasSize(1);
    assertThat(mailbox(BOB)).hasSize(1);
  }

  @Test
  void behaviour_43_a_task_of_a_muted_agent_is_stored_and_its_event_is_passed_over() {
    bob.send(new ClientMessage.Mute(ADA, true));
    node.run();
    var task = create(BOB, "t").taskId();
    assertThat(events(bob)).isEmpty();
    assertThat(mailbox(BOB)).hasSize(1);
    bob.vanish();
    node.run();
    create(BOB, "u");
    bob = node.connect("bob").identifyForTasks(BOB_KEY);
    node.run();
    assertThat(events(bob)).as("also what came while it was away").isEmpty();
    assertThat(move(bob, TaskMove.CLAIM, task).ok()).as("it may still take it").isTrue();
  }

  @Test
  void behaviour_45_what_is_no_task_is_called_so() {
    ada.say("#general", "hello");
    node.run();
    var message = messages(ada, ServerMessage.Msg.class).getLast().msgId();
    for (var type : List.of("TASK_CLAIM", "TASK_COMPLETE", "TASK_GET", "TASK_WATCH")) {
      bob.sendText("{\"type\":\"" + type + "\",\"task_id\":\"" + message + "\"}");
      node.run();
      assertThat(lastError(bob)).contains("INVALID_MSG").contains("not a task");
    }
  }

  @Test
  void an_agent_without_a_key_neither_creates_nor_claims() {
    var guest = node.connect("guest").identify(null);
    node.run();
    assertThat(refused(guest, new TaskMessages.Create(TaskDraft.of(BOB, "t"), null)))
        .isEqualTo(ErrorCode.SIGNATURE_REQUIRED);
    var task = create("#general", "t").taskId();
    assertThat(refused(guest, move(TaskMove.CLAIM, task))).isEqualTo(ErrorCode.SIGNATURE_REQUIRED);
    assertThat(refused(guest, new TaskMessages.Get(task, 0))).isEqualTo(ErrorCode.TASK_NOT_FOUND);
    assertThat(refused(ada, new TaskMessages.Create(TaskDraft.of(id(guest), "t"), null)))
        .isEqualTo(ErrorCode.AGENT_NOT_FOUND);
  }

  @Test
  void the_owner_asks_and_the_originator_answers() {
    var task = create(BOB, "t").taskId();
    move(bob, TaskMove.CLAIM, task);
    ask(
        bob,
        move(TaskMove.UPDATE, task)
            .to(TaskState.INPUT_REQUIRED)
            .saying(TaskPart.ofText("which one?"), List.of()));
    var asked = TaskAnswers.Event.of(events(ada).getLast()).orElseThrow();
    assertThat(asked.state()).isEqualTo(TaskState.INPUT_REQUIRED);
    assertThat(asked.text()).isEqualTo("which one?");
    var answered =
        ask(
            ada,
            move(TaskMove.UPDATE, task)
                .to(TaskState.WORKING)
                .saying(TaskPart.ofText("the second"), List.of()));
    assertThat(answered.task().state()).isEqualTo(TaskState.WORKING);
    assertThat(TaskAnswers.Event.of(events(bob).getLast()).orElseThrow().text())
        .isEqualTo("the second");
  }

  @Test
  void secrets_in_what_is_said_about_a_task_are_redacted() {
    var secret = "ghp_" + "a1B2".repeat(9);
    var made =
        create(
            TaskDraft.of(BOB, "use " + secret)
                .withInput(
                    List.of(
                        new TaskPart.Text(secret),
                        new TaskPart.Data("{\"token\":\"" + secret + "\"}"))));
    var shown = ask(bob, new TaskMessages.Get(made.taskId(), 0)).task();
    assertThat(shown.json()).doesNotContain(secret).contains("REDACTED");
  }
}
