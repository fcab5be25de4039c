package dev.reveille.server.callback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.delivery.Cells;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.ManualClock;
import dev.reveille.server.kernel.ManualTimers;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.StoredTimers;
import dev.reveille.server.kernel.TimerDue;
import dev.reveille.server.kernel.TimerId;
import java.time.Duration;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Durable callbacks that read their stored timer. */
class DurableCallbackTimersTest {
  private static final TimerId TIMER = new TimerId(Cells.agent("@ada"), "callback", "cb_1");

  /** One timer in a given phase. */
  private record OneTimer(Phase ofTimer, int noted) implements StoredTimers {
    @Override
    public Phase phase(TimerId timer) {
      return timer.equals(TIMER) ? ofTimer : Phase.NONE;
    }

    @Override
    public int note(TimerId timer) {
      return timer.equals(TIMER) ? noted : 0;
    }

    @Override
    public int count(CellId owner, String kind) {
      return owner.equals(TIMER.owner()) && kind.equals(TIMER.kind()) ? 1 : 0;
    }

    @Override
    public OptionalLong next(CellId owner, String kind) {
      return OptionalLong.empty();
    }

    @Override
    public int size(String kind) {
      return 1;
    }
  }

  private static DurableCallbackTimers.Phase phase(StoredTimers.Phase phase, int note) {
    return new DurableCallbackTimers(new OneTimer(phase, note)).phase("@ada", "cb_1");
  }

  @Test
  void one_that_is_being_stored_waits() {
    assertThat(phase(StoredTimers.Phase.NONE, 0)).isEqualTo(DurableCallbackTimers.Phase.NONE);
    assertThat(phase(StoredTimers.Phase.STORING, 0)).isEqualTo(DurableCallbackTimers.Phase.WAITING);
    assertThat(phase(StoredTimers.Phase.WAITING, 1)).isEqualTo(DurableCallbackTimers.Phase.WAITING);
    assertThat(phase(StoredTimers.Phase.DUE, 1)).isEqualTo(DurableCallbackTimers.Phase.DUE);
  }

  @Test
  void its_agent_is_told_what_was_noted() {
    var kind = DurableCallbackTimers.kind();
    assertThat(kind.command().apply(new TimerDue(TIMER, 1, "", 0, 1)))
        .isEqualTo(new DurableCallbackDue("cb_1", false));
    assertThat(kind.command().apply(new TimerDue(TIMER, 1, "", 1, 1)))
        .isEqualTo(new DurableCallbackDue("cb_1", true));
  }

  @Test
  void the_quota_of_an_agent_counts_both_kinds() {
    var clock = new ManualClock();
    var kept = new DurableCallbackTimers(new OneTimer(StoredTimers.Phase.WAITING, 0));
    var book = new VolatileCallbacks(2, clock, new ManualTimers(clock)).counting(kept::count);
    var request = new Callbacks.Request(Duration.ofMinutes(10), null, "");
    var session = new SessionId("n", 1);
    assertThat(book.set("@ada", session, request)).isPresent();
    assertThat(book.set("@ada", session, request)).isEmpty();
  }
}
