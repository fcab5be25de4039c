package dev.reveille.server.edge.ws;

import static dev.reveille.server.edge.ws.TestServer.frame;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.delivery.Frame;
import dev.reveille.server.delivery.Outlets;
import dev.reveille.server.delivery.Pull;
import dev.reveille.server.kernel.SessionId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WireTest extends WsFixture {
  private TestServer server;
  private Outlets wire;

  @BeforeEach
  void start() {
    server = started(TestServer.options());
    wire = server.server.wire();
  }

  @Test
  void nothing_is_lost_or_reordered_between_broadcasts_and_sends() throws Exception {
    var pairs = new ArrayList<Pair>();
    for (int i = 0; i < 6; i++) pairs.add(pair(server));
    var all = wire.audience(pairs.stream().map(p -> p.guest().session()).toList());
    var odd =
        wire.audience(IntStream.of(1, 3, 5).mapToObj(i -> pairs.get(i).guest().session()).toList());
    for (int i = 0; i < 500; i++) {
      wire.broadcast(all, frame("all " + i), null, null);
      wire.broadcast(i % 3 == 0 ? odd : all, frame("some " + i), null, null);
      wire.send(pairs.get(i % 6).guest().session(), frame("one " + i));
      if (i % 7 == 0) wire.flush();
    }
    wire.flush();
    for (int p = 0; p < 6; p++) {
      var client = pairs.get(p).client();
      for (int i = 0; i < 500; i++) {
        assertThat(client.readText()).isEqualTo("all " + i);
        if (i % 3 != 0 || p % 2 == 1) assertThat(client.readText()).isEqualTo("some " + i);
        if (i % 6 == p) assertThat(client.readText()).isEqualTo("one " + i);
      }
    }
    TestServer.until(() -> server.server.traffic().framesOut() == 500 + 6000 - 167 * 3);
  }

  @Test
  void an_excepted_session_gets_its_own_frame_in_the_same_place() throws Exception {
    var one = pair(server);
    var two = pair(server);
    var three = pair(server);
    var audience =
        wire.audience(
            List.of(one.guest().session(), two.guest().session(), three.guest().session()));
    wire.broadcast(audience, frame("a"), one.guest().session(), frame("a for one"));
    wire.broadcast(audience, frame("b"), null, null);
    wire.broadcast(audience, frame("c"), one.guest().session(), null);
    wire.broadcast(audience, frame("d"), two.guest().session(), frame("d for two"));
    wire.broadcast(audience, frame("e"), one.guest().session(), frame("e for one"));
    wire.flush();
    assertThat(texts(one, 4)).containsExactly("a for one", "b", "d", "e for one");
    assertThat(texts(two, 5)).containsExactly("a", "b", "c", "d for two", "e");
    assertThat(texts(three, 5)).containsExactly("a", "b", "c", "d", "e");
  }

  @Test
  void an_exception_for_somebody_outside_the_audience_sends_that_one_nothing() throws Exception {
    var member = pair(server);
    var outsider = pair(server);
    var audience = wire.audience(List.of(member.guest().session()));
    wire.broadcast(audience, frame("a"), outsider.guest().session(), frame("not for you"));
    wire.send(outsider.guest().session(), frame("next"));
    wire.flush();
    assertThat(texts(member, 1)).containsExactly("a");
    assertThat(texts(outsider, 1)).containsExactly("next");
  }

  @Test
  void sessions_that_are_gone_or_unknown_are_passed_over() throws Exception {
    var stays = pair(server);
    var leaves = pair(server);
    var unknown = new SessionId("elsewhere", stays.guest().session().number());
    var audience =
        wire.audience(List.of(stays.guest().session(), leaves.guest().session(), unknown));
    leaves.client().close();
    leaves.guest().awaitClosed();
    wire.broadcast(audience, frame("hello"), unknown, frame("never"));
    for (var gone : List.of(leaves.guest().session(), unknown)) {
      wire.send(gone, frame("x"));
      wire.send(gone, frame("x"), () -> {});
      wire.pull(gone, List::of);
      wire.close(gone, 1000, "bye");
    }
    wire.flush();
    assertThat(texts(stays, 1)).containsExactly("hello");
  }

  @Test
  void a_frame_of_every_length_form_arrives_whole() throws Exception {
    var pair = pair(server);
    for (int size : new int[] {0, 125, 126, 65_535, 65_536, 3_000_000}) {
      wire.send(pair.guest().session(), frame("z".repeat(size)));
      wire.flush();
      assertThat(pair.client().readText()).hasSize(size);
    }
  }

  @Test
  void a_write_that_was_asked_for_is_confirmed_once_it_left() throws Exception {
    var pair = pair(server);
    var written = new CountDownLatch(1);
    wire.send(pair.guest().session(), frame("x"), written::countDown);
    wire.flush();
    assertThat(pair.client().readText()).isEqualTo("x");
    assertThat(written.await(20, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void what_is_sent_after_a_pull_waits_behind_its_last_page() throws Exception {
    var pair = pair(server);
    var session = pair.guest().session();
    var written = new AtomicInteger();
    var audience = wire.audience(List.of(session));
    wire.send(session, frame("before"));
    wire.pull(session, pages("p", 40, 25, written));
    wire.send(session, frame("between"));
    wire.broadcast(audience, frame("broadcast"), null, null);
    wire.pull(session, pages("q", 2, 1, written));
    wire.broadcast(audience, frame("not you"), session, frame("after"));
    wire.close(session, 1000, "done");
    wire.flush();

    assertThat(pair.client().readText()).isEqualTo("before");
    for (int i = 0; i < 1000; i++) assertThat(pair.client().readText()).isEqualTo("p" + i);
    assertThat(texts(pair, 5)).containsExactly("between", "broadcast", "q0", "q1", "after");
    assertThat(pair.client().read().closeCode()).isEqualTo(1000);
    assertThat(written).hasValue(42);
  }

  @Test
  void a_client_that_asks_faster_than_it_is_answered_from_the_store_is_read_no_further()
      throws Exception {
    var pair = pair(server);
    var session = pair.guest().session();
    var go = new CountDownLatch(1);
    for (int i = 0; i < 16; i++) {
      wire.pull(
          session,
          () -> {
            try {
              go.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
            return List.of();
          });
    }
    wire.flush();
    server.server.turn();
    assertThat(server.server.connection(session).isRead()).isFalse();
    go.countDown();
    TestServer.until(() -> server.server.connection(session).isRead());
    pair.client().text("still here");
    assertThat(pair.guest().nextMessage()).isEqualTo("still here");
  }

  @Test
  void a_page_is_fetched_only_when_the_socket_took_the_one_before() throws Exception {
    var pair = pair(server);
    var fetched = new AtomicInteger();
    var page = frame("x".repeat(1 << 20));
    var taken = new AtomicInteger();
    wire.pull(
        pair.guest().session(),
        new Pull() {
          @Override
          public List<Frame> next() {
            assertThat(fetched.get()).isEqualTo(taken.get());
            return fetched.getAndIncrement() < 30 ? List.of(page) : List.of();
          }

          @Override
          public void written() {
            taken.incrementAndGet();
          }
        });
    wire.send(pair.guest().session(), frame("end"));
    wire.flush();
    for (int i = 0; i < 30; i++) assertThat(pair.client().readText()).hasSize(1 << 20);
    assertThat(pair.client().readText()).isEqualTo("end");
    assertThat(server.server.traffic().closedSlow()).isZero();
  }

  @Test
  void a_pull_that_fails_closes_its_connection_with_1011() throws Exception {
    var pair = pair(server);
    wire.pull(
        pair.guest().session(),
        () -> {
          throw new IllegalStateException("disk is gone");
        });
    wire.send(pair.guest().session(), frame("never"));
    wire.flush();
    assertThat(pair.client().read().closeCode()).isEqualTo(1011);
    pair.guest().awaitClosed();
  }

  @Test
  void a_ping_is_answered_in_the_middle_of_a_pull() throws Exception {
    var pair = pair(server);
    var go = new CountDownLatch(1);
    wire.pull(
        pair.guest().session(),
        () -> {
          try {
            go.await(20, TimeUnit.SECONDS);
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
          return List.of();
        });
    wire.flush();
    pair.client().frame(0x80 | Opcode.PING, (byte) 1);
    assertThat(pair.client().read().opcode()).isEqualTo(Opcode.PONG);
    go.countDown();
  }

  @Test
  void a_close_leaves_after_what_was_sent_before_and_ends_the_connection() throws Exception {
    var pair = pair(server);
    var session = pair.guest().session();
    wire.send(session, frame("last words"));
    wire.close(session, 1008, "Rate limit exceeded");
    wire.send(session, frame("too late"));
    wire.flush();
    assertThat(pair.client().readText()).isEqualTo("last words");
    var close = pair.client().read();
    assertThat(close.closeCode()).isEqualTo(1008);
    assertThat(close.closeReason()).isEqualTo("Rate limit exceeded");
    pair.client().close(1008);
    assertThat(pair.client().read().isEnd()).isTrue();
    assertThat(pair.guest().closings).hasValue(1);
  }

  @Test
  void a_reason_too_long_for_a_close_frame_is_cut_at_a_character() throws Exception {
    var pair = pair(server);
    wire.close(pair.guest().session(), 1000, "€".repeat(100));
    wire.flush();
    assertThat(pair.client().read().closeReason()).isEqualTo("€".repeat(41));
  }

  private static List<String> texts(Pair pair, int count) {
    return IntStream.range(0, count).mapToObj(i -> pair.client().readText()).toList();
  }

  private static Pull pages(String name, int pages, int perPage, AtomicInteger written) {
    var next = new AtomicInteger();
    return new Pull() {
      @Override
      public List<Frame> next() {
        int from = next.getAndAdd(perPage);
        return from >= pages * perPage
            ? List.of()
            : IntStream.range(from, from + perPage).mapToObj(i -> frame(name + i)).toList();
      }

      @Override
      public void written() {
        written.incrementAndGet();
      }
    };
  }

  @Test
  void what_is_held_back_leaves_in_order_behind_the_frame_that_releases_it() throws Exception {
    var server = started(TestServer.options());
    var wire = server.server.wire();
    var pair = pair(server);
    var session = pair.guest().session();
    wire.send(session, frame("before"));
    wire.hold(session);
    wire.broadcast(wire.audience(List.of(session)), frame("live"), null, null);
    var page = new ArrayList<>(List.of(List.of(frame("stored"))));
    wire.pull(session, () -> page.isEmpty() ? List.of() : page.removeFirst());
    wire.send(session, frame("after the stored"));
    wire.flush();
    assertThat(pair.client().readText()).isEqualTo("before");
    server.server.turn();
    wire.release(session, frame("first"));
    wire.flush();
    for (var text : List.of("first", "live", "stored", "after the stored")) {
      assertThat(pair.client().readText()).isEqualTo(text);
    }
  }

  @Test
  void what_is_held_back_and_dropped_never_leaves() throws Exception {
    var server = started(TestServer.options());
    var wire = server.server.wire();
    var pair = pair(server);
    var session = pair.guest().session();
    wire.send(session, frame("before"));
    wire.hold(session);
    var taken = new AtomicInteger();
    wire.send(session, frame("held"), taken::incrementAndGet);
    wire.pull(session, pages("stored", 1, 1, taken));
    wire.close(session, 1000, "held too");
    wire.dropHeld(session);
    wire.send(session, frame("no"));
    wire.pull(session, pages("more", 1, 1, new AtomicInteger()));
    wire.flush();
    for (var text : List.of("before", "no", "more0")) {
      assertThat(pair.client().readText()).isEqualTo(text);
    }
    assertThat(taken).hasValue(0);
  }
}
