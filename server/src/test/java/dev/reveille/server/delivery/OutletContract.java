package dev.reveille.server.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.kernel.SessionId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/**
 * The promise of every outlet: what is sent to one session arrives in order, or the session is
 * closed.
 */
public abstract class OutletContract {
  protected static final SessionId ADA = new SessionId("t", 1);

  /** Bytes that may wait in an outlet that has a limit. */
  protected static final long LIMIT = 1000;

  protected final List<String> read = new ArrayList<>();

  /** Returns the outlets, of which one serves {@link #ada}. */
  protected abstract Outlets outlets();

  /** Returns the session of the reader. */
  protected SessionId ada() {
    return ADA;
  }

  /**
   * Lets the reader take everything it can get.
   *
   * @param expected a reader on another thread waits until it has read so many frames in all
   */
  protected abstract void readAll(int expected);

  /** True if the reader saw the end of its session. */
  protected abstract boolean isClosed();

  /** Waits until it is true if other threads bring it about. */
  protected void await(BooleanSupplier condition) {
    assertThat(condition.getAsBoolean()).isTrue();
  }

  private void assertRead(String... texts) {
    outlets().flush();
    readAll(texts.length);
    assertThat(read).containsExactly(texts);
  }

  protected static Frame frame(String text) {
    return new Frame(text.getBytes(StandardCharsets.UTF_8));
  }

  static Pull pages(AtomicInteger written, String... texts) {
    var left = new ArrayList<>(List.of(texts));
    return new Pull() {
      @Override
      public List<Frame> next() {
        return left.isEmpty() ? List.of() : List.of(frame(left.removeFirst()));
      }

      @Override
      public void written() {
        written.incrementAndGet();
      }
    };
  }

  @Test
  void what_is_sent_arrives_in_order_and_a_pull_keeps_its_place() {
    var written = new AtomicInteger();
    outlets().send(ada(), frame("a"));
    outlets().pull(ada(), pages(written, "b", "c"));
    outlets().broadcast(outlets().audience(List.of(ada())), frame("d"), null, null);
    outlets().send(ada(), frame("e"), written::incrementAndGet);
    assertRead("a", "b", "c", "d", "e");
    await(() -> written.get() == 3);
  }

  @Test
  void a_mark_is_reported_when_everything_before_it_was_taken_and_sends_nothing() {
    var written = new AtomicInteger();
    var before = new ArrayList<Integer>();
    outlets().send(ada(), frame("a"), written::incrementAndGet);
    outlets().pull(ada(), pages(written, "b", "c"));
    outlets().send(ada(), frame("d"), written::incrementAndGet);
    outlets().after(ada(), () -> before.add(written.get()));
    outlets().send(ada(), frame("e"), written::incrementAndGet);
    assertRead("a", "b", "c", "d", "e");
    await(() -> written.get() == 5);
    assertThat(before).containsExactly(4);
  }

  @Test
  void a_mark_behind_a_hold_waits_for_it_and_is_dropped_with_it() {
    var written = new AtomicInteger();
    outlets().hold(ada());
    outlets().after(ada(), written::incrementAndGet);
    assertRead();
    outlets().release(ada(), frame("first"));
    assertRead("first");
    await(() -> written.get() == 1);
    outlets().hold(ada());
    outlets().after(ada(), written::incrementAndGet);
    outlets().dropHeld(ada());
    outlets().send(ada(), frame("next"), written::incrementAndGet);
    assertRead("first", "next");
    await(() -> written.get() == 2);
  }

  @Test
  void what_is_held_follows_the_frame_that_releases_it() {
    outlets().send(ada(), frame("before"));
    outlets().hold(ada());
    outlets().send(ada(), frame("held"));
    outlets().pull(ada(), pages(new AtomicInteger(), "stored"));
    assertRead("before");
    outlets().release(ada(), frame("first"));
    outlets().send(ada(), frame("after"));
    assertRead("before", "first", "held", "stored", "after");
  }

  @Test
  void what_is_held_and_dropped_never_arrives() {
    outlets().hold(ada());
    outlets().send(ada(), frame("held"));
    outlets().close(ada(), 1000, "held too");
    outlets().dropHeld(ada());
    outlets().send(ada(), frame("next"));
    assertRead("next");
    assertThat(isClosed()).isFalse();
  }

  @Test
  void it_closes_after_what_was_sent_before_and_takes_nothing_more() {
    outlets().send(ada(), frame("last"));
    outlets().close(ada(), 1000, "bye");
    outlets().send(ada(), frame("too late"));
    assertRead("last");
    assertThat(isClosed()).isTrue();
  }

  @Test
  void one_who_is_excepted_gets_its_own_frame_or_nothing() {
    var all = outlets().audience(List.of(ada()));
    outlets().broadcast(all, frame("a"), ada(), frame("own"));
    outlets().broadcast(all, frame("b"), ada(), null);
    assertRead("own");
  }

  /** Those that queue in memory have a limit. */
  public abstract static class Bounded extends OutletContract {
    @Test
    void a_reader_that_is_too_slow_is_closed_and_one_large_frame_is_not_too_much() {
      outlets().send(ada(), frame("x".repeat(5000)));
      readAll(1);
      assertThat(read).hasSize(1);
      for (int i = 0; i < 11; i++) outlets().send(ada(), frame("y".repeat(100)));
      readAll(1);
      assertThat(read).hasSize(1);
      assertThat(isClosed()).isTrue();
    }
  }
}
