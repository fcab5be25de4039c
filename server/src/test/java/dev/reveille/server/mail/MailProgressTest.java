package dev.reveille.server.mail;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.kernel.Answer;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Host;
import dev.reveille.server.kernel.ManualClock;
import dev.reveille.server.kernel.ManualTimers;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.Write;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class MailProgressTest {
  private static final SessionId ADA = new SessionId("n", 1);
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final ManualTimers timers = new ManualTimers(new ManualClock());
  private final List<Command> told = new ArrayList<>();
  private final Host host =
      new Host() {
        @Override
        public void tell(CellId to, Command command) {
          told.add(command);
        }

        @Override
        public CompletionStage<Answer> ask(CellId to, Command command) {
          return CompletableFuture.failedStage(new AssertionError("nobody is asked"));
        }

        @Override
        public CompletionStage<Answer> deliver(CellId to, Command command, Write done) {
          throw new AssertionError("nothing is delivered");
        }
      };
  private final MailProgress flow = flow(0, "");

  private MailProgress flow(long upTo, String ahead) {
    return new MailProgress(
        new MailEffect.OpenMail(
            ADA, "@ada", upTo + 1, 10, 0, ahead, "", List.of(), false, false, List.of()),
        host,
        timers);
  }

  private static MailProgress.Left left(long upTo, String ahead, String unshown) {
    return new MailProgress.Left(upTo, ahead, unshown, "");
  }

  private static MailboxCommand.Delivered report(long upTo, String ahead, String unshown) {
    return new MailboxCommand.Delivered(ADA, upTo, ahead, unshown, "");
  }

  @Test
  void what_an_earlier_session_left_of_a_mailbox_that_was_forgotten_settles_nothing_to_come() {
    flow.goOnFrom(left(4, "8-30,40-41", ""));
    assertThat(flow.left()).isEqualTo(left(4, "8-10", ""));
  }

  @Test
  void passing_over_what_is_passed_over_already_changes_nothing() {
    flow.settle(7, 9);
    flow.settle(7);
    assertThat(flow.left()).isEqualTo(left(0, "7-9", ""));
    flow.settle(1, 6);
    assertThat(flow.left()).isEqualTo(left(9, "", ""));
  }

  @Test
  void the_mark_never_goes_beyond_an_entry_that_still_waits() {
    flow.settle(1);
    flow.settle(3);
    assertThat(flow.left()).isEqualTo(left(1, "3", ""));
    assertThat(flow.isSettled(2)).isFalse();
    flow.settle(5);
    flow.settle(2);
    assertThat(flow.left()).isEqualTo(left(3, "5", ""));
  }

  @Test
  void later_mail_does_not_settle_what_was_left_behind() {
    flow.leaveBehind(1);
    flow.settle(2);
    flow.settle(3);
    assertThat(flow.left()).isEqualTo(left(0, "2-3", "1"));
  }

  @Test
  void it_reports_within_a_second_and_only_what_is_new() {
    flow.settle(1);
    flow.settle(2);
    assertThat(told).isEmpty();
    timers.advance(SECOND);
    assertThat(told).containsExactly(report(2, "", ""));
    flow.settle(1);
    timers.advance(SECOND);
    assertThat(told).hasSize(1);
    flow.leaveBehind(3);
    flow.settle(4);
    timers.advance(SECOND);
    assertThat(told).last().isEqualTo(report(2, "4", "3"));
    assertThat(timers.pending()).isZero();
  }

  @Test
  void at_its_end_it_reports_once_more_even_if_nothing_is_new() {
    flow.settle(1);
    timers.advance(SECOND);
    assertThat(flow.end()).isEqualTo(left(1, "", ""));
    assertThat(told).containsExactly(report(1, "", ""), report(1, "", ""));
  }

  @Test
  void a_session_without_mail_reports_nothing() {
    assertThat(flow.end()).isEqualTo(MailProgress.NOTHING);
    assertThat(told).isEmpty();
  }

  @Test
  void it_goes_on_where_the_session_before_it_ended_and_says_so() {
    var next = flow(1, "6");
    next.goOnFrom(left(4, "6,8-9", "5"));
    assertThat(next.left()).isEqualTo(left(4, "6,8-9", ""));
    timers.advance(SECOND);
    assertThat(told).containsExactly(report(4, "6,8-9", ""));
  }

  @Test
  void it_does_not_go_on_beyond_what_is_stored() {
    var next = flow(1, "");
    next.goOnFrom(left(99, "", ""));
    assertThat(next.left().upTo()).isEqualTo(10);
  }
}
