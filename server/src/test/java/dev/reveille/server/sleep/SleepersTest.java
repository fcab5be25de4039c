package dev.reveille.server.sleep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Marker.Sleep.Mode;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.chat.AgentCommand;
import dev.reveille.server.chat.Gate;
import dev.reveille.server.chat.Gate.Held;
import dev.reveille.server.kernel.Answer;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Host;
import dev.reveille.server.kernel.ManualClock;
import dev.reveille.server.kernel.ManualTimers;
import dev.reveille.server.kernel.SessionId;
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
  private final List<Long> consumed = new ArrayList<>();

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
        });
  }

  private void close(long id, Mode mode, Duration length) {
    sleepers.close(ADA, new Gate.Sleep("@ada", id, mode, 0), length, consumed::add);
  }

  private static ServerMessage direct(long seq) {
    return new ServerMessage.Msg(1, "@bob", "bob", "@ada", "x", seq, null, null, "");
  }

  private boolean offered(ServerMessage message) {
    return sleepers.passes(ADA, message, List.of(), null);
  }

  @Test
  void a_session_that_does_not_sleep_gets_everything() {
    assertThat(sleepers.anybodySleeps()).isFalse();
    assertThat(offered(direct(1))).isTrue();
    assertThat(sleepers.open(ADA).held()).isEmpty();
  }

  @Test
  void the_alarm_names_the_sleep_that_it_was_set_for() {
    close(7, Mode.DEFAULT, MINUTE);
    timers.advance(MINUTE.minusNanos(1));
    assertThat(told).isEmpty();
    timers.advance(Duration.ofNanos(1));
    assertThat(told).containsExactly(new AgentCommand.SleepOver(ADA, 7));
    assertThat(sleepers.isAsleep(ADA)).as("only its agent's cell opens the gate").isTrue();
  }

  @Test
  void a_new_sleep_replaces_the_alarm_and_the_mode_and_keeps_what_waits() {
    close(1, Mode.DEFAULT, MINUTE);
    offered(direct(1));
    close(2, Mode.DROP, MINUTE.multipliedBy(2));
    offered(direct(2));
    timers.advance(MINUTE);
    assertThat(told).isEmpty();
    assertThat(consumed).containsExactly(2L);
    assertThat(sleepers.open(ADA)).isEqualTo(new Gate.Waking(List.of(stored(1)), 0, 1));
    timers.advance(MINUTE);
    assertThat(told).as("an open gate has no alarm").isEmpty();
  }

  private static Held stored(long seq) {
    return new Held.Stored("@ada", seq);
  }

  @Test
  void beyond_the_limit_the_oldest_go_and_are_consumed() {
    close(1, Mode.DEFAULT, MINUTE);
    for (long seq = 1; seq <= 8; seq++) assertThat(offered(direct(seq))).isFalse();
    assertThat(consumed).containsExactly(1L, 2L, 3L, 4L, 5L);
    assertThat(sleepers.look().getFirst().buffered()).isEqualTo(3);
    assertThat(sleepers.open(ADA))
        .isEqualTo(new Gate.Waking(List.of(stored(6), stored(7), stored(8)), 5, 0));
  }

  @Test
  void what_the_store_does_not_have_is_held_by_value_and_settled_when_it_goes() {
    close(1, Mode.DEFAULT, MINUTE);
    var settled = new ArrayList<Integer>();
    for (int i = 1; i <= 4; i++) {
      int number = i;
      assertThat(sleepers.passes(ADA, direct(0), List.of(), () -> settled.add(number))).isFalse();
    }
    assertThat(settled).containsExactly(1);
    close(2, Mode.DROP, MINUTE);
    sleepers.passes(ADA, direct(0), List.of(), () -> settled.add(5));
    assertThat(settled).containsExactly(1, 5);
    assertThat(sleepers.open(ADA).held()).hasSize(3).allMatch(Held.Value.class::isInstance);
  }

  @Test
  void an_entry_of_the_mailbox_that_is_known_by_its_seq_alone_waits_or_is_consumed() {
    close(1, Mode.DEFAULT, MINUTE);
    sleepers.hold(ADA, 1);
    close(2, Mode.DROP, MINUTE);
    sleepers.hold(ADA, 2);
    assertThat(consumed).containsExactly(2L);
    assertThat(sleepers.open(ADA)).isEqualTo(new Gate.Waking(List.of(stored(1)), 0, 1));
  }

  @Test
  void a_session_that_is_gone_leaves_no_alarm_and_consumes_nothing() {
    close(1, Mode.DEFAULT, MINUTE);
    offered(direct(1));
    sleepers.forget(ADA);
    assertThat(timers.pending()).isZero();
    assertThat(consumed).isEmpty();
    assertThat(sleepers.sleep(ADA)).isEmpty();
  }

  @Test
  void with_no_room_at_all_everything_is_dropped() {
    var none = new Sleepers(0, timers);
    none.close(ADA, new Gate.Sleep("@ada", 1, Mode.BUFFER, 0), MINUTE, consumed::add);
    assertThat(none.passes(ADA, direct(1), List.of(), null)).isFalse();
    assertThat(none.open(ADA)).isEqualTo(new Gate.Waking(List.of(), 1, 0));
    assertThat(consumed).containsExactly(1L);
  }
}
