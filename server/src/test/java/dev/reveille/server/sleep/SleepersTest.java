package dev.reveille.server.sleep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Marker.Sleep.Mode;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.callback.CallbackMessage;
import dev.reveille.server.kernel.Answer;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Host;
import dev.reveille.server.kernel.ManualClock;
import dev.reveille.server.kernel.ManualTimers;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.sleep.SleepGate.Held;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SleepersTest {
  private static final SessionId ADA = new SessionId("n", 1);
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final ManualTimers timers = new ManualTimers(new ManualClock());
  private final Sleepers sleepers = new Sleepers(3, timers);
  private final List<Command> told = new ArrayList<>();
  private final List<Long> passedOver = new ArrayList<>();
  private final List<Long> leftBehind = new ArrayList<>();
  private final SleepGate.Mailbox mailbox =
      new SleepGate.Mailbox() {
        @Override
        public void passOver(long seq) {
          passedOver.add(seq);
        }

        @Override
        public void leaveBehind(long seq) {
          leftBehind.add(seq);
        }
      };

  @BeforeEach
  void start() {
    sleepers.start(
        new Host() {
          @Override
          public void tell(CellId to, Command command) {
            told.add(command);
          }

          @Override
          public CompletionStage<Answer> ask(CellId to, Command command) {
            throw new AssertionError("a gate asks nobody");
          }

          @Override
          public CompletionStage<Answer> deliver(CellId to, Command command, Write done) {
            throw new AssertionError("nothing is delivered");
          }
        });
  }

  private void close(long id, Mode mode, Duration length) {
    sleepers.close(ADA, new SleepGate.Sleep("@ada", id, mode, 0), length, mailbox);
  }

  private static ServerMessage direct(long seq) {
    return new ServerMessage.Msg(1, "@bob", "bob", "@ada", "x", seq, null, null, "");
  }

  private boolean offered(ServerMessage message) {
    return sleepers.passes(ADA, message, List.of(), null);
  }

  @Test
  void a_session_that_does_not_sleep_gets_everything() {
    assertThat(sleepers.holdsAnybody()).isFalse();
    assertThat(offered(direct(1))).isTrue();
    assertThat(sleepers.open(ADA).held()).isEmpty();
  }

  @Test
  void the_alarm_names_the_sleep_that_it_was_set_for() {
    close(7, Mode.DEFAULT, MINUTE);
    timers.advance(MINUTE.minusNanos(1));
    assertThat(told).isEmpty();
    timers.advance(Duration.ofNanos(1));
    assertThat(told).containsExactly(new SleepOver(ADA, 7));
    assertThat(sleepers.holds(ADA)).as("only its agent's cell opens the gate").isTrue();
  }

  @Test
  void a_new_sleep_replaces_the_alarm_and_the_mode_and_keeps_what_waits() {
    close(1, Mode.DEFAULT, MINUTE);
    offered(direct(1));
    close(2, Mode.DROP, MINUTE.multipliedBy(2));
    offered(direct(2));
    timers.advance(MINUTE);
    assertThat(told).isEmpty();
    assertThat(passedOver).containsExactly(2L);
    assertThat(sleepers.open(ADA)).isEqualTo(new SleepGate.Waking(List.of(stored(1)), 0, 1));
    timers.advance(MINUTE);
    assertThat(told).as("an open gate has no alarm").isEmpty();
  }

  private static Held stored(long seq) {
    return new Held.Stored("@ada", seq);
  }

  @Test
  void beyond_the_limit_the_oldest_go_and_are_left_behind() {
    close(1, Mode.DEFAULT, MINUTE);
    for (long seq = 1; seq <= 8; seq++) assertThat(offered(direct(seq))).isFalse();
    assertThat(leftBehind).containsExactly(1L, 2L, 3L, 4L, 5L);
    assertThat(passedOver).isEmpty();
    assertThat(waiting()).isEqualTo(new Sleepers.Waiting(3, 0, 0, 0));
    assertThat(sleepers.open(ADA))
        .isEqualTo(new SleepGate.Waking(List.of(stored(6), stored(7), stored(8)), 5, 0));
  }

  @Test
  void what_the_store_does_not_have_is_held_by_value_and_settled_when_it_is_not_wanted() {
    close(1, Mode.DEFAULT, MINUTE);
    var settled = new ArrayList<Integer>();
    for (int i = 1; i <= 4; i++) {
      int number = i;
      assertThat(sleepers.passes(ADA, direct(0), List.of(), () -> settled.add(number))).isFalse();
    }
    assertThat(settled).as("what did not fit is still wanted").isEmpty();
    close(2, Mode.DROP, MINUTE);
    sleepers.passes(ADA, direct(0), List.of(), () -> settled.add(5));
    assertThat(settled).containsExactly(5);
    assertThat(sleepers.open(ADA).held()).hasSize(3).allMatch(Held.Value.class::isInstance);
  }

  @Test
  void an_entry_of_the_mailbox_that_is_known_by_its_seq_alone_waits_or_is_passed_over() {
    close(1, Mode.DEFAULT, MINUTE);
    sleepers.hold(ADA, 1);
    close(2, Mode.DROP, MINUTE);
    sleepers.hold(ADA, 2);
    assertThat(passedOver).containsExactly(2L);
    assertThat(sleepers.open(ADA)).isEqualTo(new SleepGate.Waking(List.of(stored(1)), 0, 1));
  }

  @Test
  void a_session_that_is_gone_leaves_no_alarm_and_its_direct_messages_behind() {
    close(1, Mode.DEFAULT, MINUTE);
    offered(direct(1));
    sleepers.passes(ADA, said(2, "@bob", "hi"), List.of("@ada"), null);
    sleepers.forget(ADA);
    assertThat(timers.pending()).isZero();
    assertThat(passedOver).isEmpty();
    assertThat(leftBehind).containsExactly(1L);
    assertThat(sleepers.sleep(ADA)).isEmpty();
  }

  @Test
  void with_no_room_at_all_everything_is_dropped() {
    var none = new Sleepers(0, timers);
    none.close(ADA, new SleepGate.Sleep("@ada", 1, Mode.BUFFER, 0), MINUTE, mailbox);
    assertThat(none.passes(ADA, direct(1), List.of(), null)).isFalse();
    assertThat(none.open(ADA)).isEqualTo(new SleepGate.Waking(List.of(), 1, 0));
    assertThat(leftBehind).containsExactly(1L);
  }

  private Sleepers.Waiting waiting() {
    return sleepers.look().getFirst().waiting();
  }

  private static ServerMessage said(long seq, String from, String content) {
    return new ServerMessage.Msg(1, from, "x", "#general", content, seq, null, null, "");
  }

  private static ServerMessage fired(String to) {
    var own = CallbackMessage.fired("cb", "@ada", "x", 1);
    return new ServerMessage.Msg(
        1, own.from(), own.fromName(), to, own.content(), 0, null, null, own.extras());
  }

  private void mention(long seq) {
    assertThat(sleepers.passes(ADA, said(seq, "@bob", "@ada"), List.of("@ada"), null)).isFalse();
  }

  @Test
  void beyond_the_limit_messages_of_channels_go_first_and_the_order_stays() {
    close(1, Mode.BUFFER, MINUTE);
    offered(direct(1));
    mention(1);
    offered(direct(2));
    offered(direct(3));
    assertThat(waiting()).isEqualTo(new Sleepers.Waiting(3, 0, 0, 0));
    mention(2);
    offered(fired("#general"));
    assertThat(leftBehind).isEmpty();
    offered(direct(4));
    assertThat(leftBehind).containsExactly(1L);
    assertThat(sleepers.open(ADA))
        .isEqualTo(new SleepGate.Waking(List.of(stored(2), stored(3), stored(4)), 4, 0));
  }

  @Test
  void a_new_mention_takes_the_place_of_the_oldest_message_of_a_channel() {
    close(1, Mode.BUFFER, MINUTE);
    offered(said(1, "@bob", "noise"));
    offered(direct(1));
    mention(2);
    mention(3);
    assertThat(sleepers.open(ADA).held())
        .containsExactly(stored(1), new Held.Stored("#general", 2), new Held.Stored("#general", 3));
  }

  @Test
  void what_waits_is_counted_by_kind_whatever_goes_and_whatever_mode_follows() {
    var roomy = new Sleepers(6, timers);
    roomy.close(ADA, new SleepGate.Sleep("@ada", 1, Mode.BUFFER, 0), MINUTE, mailbox);
    roomy.passes(ADA, direct(1), List.of(), null);
    roomy.passes(ADA, said(1, "@bob", "noise"), List.of(), null);
    roomy.passes(ADA, said(2, "@bob", "@ada"), List.of("@ada"), null);
    roomy.passes(ADA, fired("@ada"), List.of(), null);
    roomy.passes(ADA, fired("#general"), List.of(), null);
    roomy.hold(ADA, 2);
    assertThat(roomy.look().getFirst().waiting()).isEqualTo(new Sleepers.Waiting(2, 1, 1, 2));
    roomy.close(ADA, new SleepGate.Sleep("@ada", 2, Mode.DEFAULT, 0), MINUTE, mailbox);
    assertThat(roomy.look().getFirst().waiting()).isEqualTo(new Sleepers.Waiting(2, 1, 1, 2));
    roomy.passes(ADA, direct(3), List.of(), null);
    assertThat(roomy.look().getFirst().waiting()).isEqualTo(new Sleepers.Waiting(3, 1, 0, 2));
    roomy.discard(
        ADA, held -> held.equals(stored(1)) || held.equals(new Held.Stored("#general", 2)));
    assertThat(passedOver).containsExactly(1L);
    assertThat(roomy.look().getFirst().waiting()).isEqualTo(new Sleepers.Waiting(2, 0, 0, 2));
    roomy.discard(ADA, held -> held instanceof Held.Value);
    assertThat(roomy.look().getFirst().waiting()).isEqualTo(new Sleepers.Waiting(2, 0, 0, 0));
    assertThat(roomy.open(ADA).held()).containsExactly(stored(2), stored(3));
  }

  @Test
  void an_agent_that_did_not_wake_when_it_was_told_is_told_again_until_it_does() {
    close(7, Mode.DEFAULT, MINUTE);
    timers.advance(MINUTE);
    assertThat(told).hasSize(1);
    timers.advance(MINUTE);
    assertThat(told).hasSizeGreaterThan(2).containsOnly(new SleepOver(ADA, 7));
    sleepers.open(ADA);
    told.clear();
    timers.advance(MINUTE);
    assertThat(told).isEmpty();
    assertThat(timers.pending()).isZero();
  }
}
