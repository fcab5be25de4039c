package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.TaskDraft;
import dev.reveille.protocol.TaskExpiry;
import dev.reveille.protocol.TaskMessages;
import dev.reveille.protocol.TaskMove;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A request that is repeated gets its first answer, whatever has changed since. */
class TaskRepeatTest extends TaskFixture {
  TaskRepeatTest() {
    super("tasks.max-open = 2");
  }

  private void isAnsweredAgain(TaskMessages.Create create) {
    var first = ask(ada, create).task().taskId();
    var again = ask(ada, create);
    assertThat(again.ok()).isTrue();
    assertThat(again.task().taskId()).isEqualTo(first);
  }

  @Test
  void the_task_that_took_the_last_place_is_found_by_its_key() {
    create(BOB, "first");
    var create = new TaskMessages.Create(TaskDraft.of(BOB, "last"), "k");
    isAnsweredAgain(create);
    assertThat(refused(ada, new TaskMessages.Create(TaskDraft.of(BOB, "more"), "k2")))
        .isEqualTo(ErrorCode.RATE_LIMITED);
  }

  @Test
  void a_task_is_found_by_its_key_after_its_expiry_has_passed() {
    var draft =
        TaskDraft.of(BOB, "soon").withExpiry(new TaskExpiry(node.wallMillis() + 5_000, null));
    var create = new TaskMessages.Create(draft, "k");
    isAnsweredAgain(create);
    node.pass(Duration.ofSeconds(6));
    isAnsweredAgain(create);
    assertThat(refused(ada, new TaskMessages.Create(draft, "k2"))).isEqualTo(ErrorCode.INVALID_MSG);
  }

  @Test
  void a_task_is_found_by_its_key_after_its_originator_left_the_channel() {
    var create = new TaskMessages.Create(TaskDraft.of("#general", "for all"), "k");
    var first = ask(ada, create).task().taskId();
    ada.send(new ClientMessage.Leave("#general"));
    node.run();
    assertThat(ask(ada, create).task().taskId()).isEqualTo(first);
    assertThat(refused(ada, new TaskMessages.Create(TaskDraft.of("#general", "other"), "k2")))
        .isEqualTo(ErrorCode.NOT_INVITED);
    assertThat(refused(ada, new TaskMessages.Create(TaskDraft.of("#general", "other"), null)))
        .isEqualTo(ErrorCode.NOT_INVITED);
  }

  @Test
  void an_extension_is_answered_again_after_the_time_that_it_asked_for() {
    var task = create(TaskDraft.of(BOB, "soon").withExpiry(TaskExpiry.after(5))).taskId();
    var until = new TaskExpiry(node.wallMillis() + 10_000, null);
    var extend = move(TaskMove.EXTEND, task).withExpiry(until);
    assertThat(ask(ada, extend.withClientMsgId("k")).ok()).isTrue();
    node.pass(Duration.ofSeconds(11));
    node.run();
    assertThat(ask(ada, extend.withClientMsgId("k")).ok()).isTrue();
    assertThat(refused(ada, extend.withClientMsgId("k2"))).isEqualTo(ErrorCode.INVALID_MSG);
    assertThat(refused(ada, extend)).isEqualTo(ErrorCode.INVALID_MSG);
  }
}
