package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.delivery.Frame;
import dev.reveille.server.delivery.Outlets;
import dev.reveille.server.delivery.Pull;
import dev.reveille.server.kernel.SessionId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What every outlet promises to whoever sends. */
public abstract class OutletContract {
  public static final SessionId ADA = new SessionId("t", 1);

  /** Bytes that may wait in an outlet that has a limit. */
  static final long LIMIT = 1000;

  public final List<String> read = new ArrayList<>();

  /** The outlets, of which one serves {@link #ADA}. */
  abstract Outlets outlets();

  /** Lets the reader take everything it can get. */
  abstract void readAll();

  abstract boolean isClosed();

  static Frame frame(String text) {
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
    outlets().send(ADA, frame("a"));
    outlets().pull(ADA, pages(written, "b", "c"));
    outlets().broadcast(outlets().audience(List.of(ADA)), frame("d"), null, null);
    outlets().send(ADA, frame("e"), written::incrementAndGet);
    outlets().flush();
    readAll();
    assertThat(read).containsExactly("a", "b", "c", "d", "e");
    assertThat(written).hasValue(3);
  }

  @Test
  void what_is_held_follows_the_frame_that_releases_it() {
    outlets().send(ADA, frame("before"));
    outlets().hold(ADA);
    outlets().send(ADA, frame("held"));
    outlets().pull(ADA, pages(new AtomicInteger(), "stored"));
    outlets().flush();
    readAll();
    assertThat(read).containsExactly("before");
    outlets().release(ADA, frame("first"));
    outlets().send(ADA, frame("after"));
    outlets().flush();
    readAll();
    assertThat(read).containsExactly("before", "first", "held", "stored", "after");
  }

  @Test
  void what_is_held_and_dropped_never_arrives() {
    outlets().hold(ADA);
    outlets().send(ADA, frame("held"));
    outlets().close(ADA, 1000, "held too");
    outlets().dropHeld(ADA);
    outlets().send(ADA, frame("next"));
    outlets().flush();
    readAll();
    assertThat(read).containsExactly("next");
    assertThat(isClosed()).isFalse();
  }

  @Test
  void it_closes_after_what_was_sent_before_and_takes_nothing_more() {
    outlets().send(ADA, frame("last"));
    outlets().close(ADA, 1000, "bye");
    outlets().send(ADA, frame("too late"));
    outlets().flush();
    readAll();
    assertThat(read).containsExactly("last");
    assertThat(isClosed()).isTrue();
  }

  @Test
  void one_who_is_excepted_gets_its_own_frame_or_nothing() {
    var all = outlets().audience(List.of(ADA));
    outlets().broadcast(all, frame("a"), ADA, frame("own"));
    outlets().broadcast(all, frame("b"), ADA, null);
    outlets().flush();
    readAll();
    assertThat(read).containsExactly("own");
  }

  /** Those that queue in memory have a limit. */
  public abstract static class Bounded extends OutletContract {
    @Test
    void a_reader_that_is_too_slow_is_closed_and_one_large_frame_is_not_too_much() {
      outlets().send(ADA, frame("x".repeat(5000)));
      readAll();
      assertThat(read).hasSize(1);
      for (int i = 0; i < 11; i++) outlets().send(ADA, frame("y".repeat(100)));
      readAll();
      assertThat(read).hasSize(1);
      assertThat(isClosed()).isTrue();
    }
  }
}
