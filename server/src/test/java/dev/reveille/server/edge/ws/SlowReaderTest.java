package dev.reveille.server.edge.ws;

import static dev.reveille.server.edge.ws.TestServer.frame;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.delivery.Frame;
import dev.reveille.server.store.PageBudget;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SlowReaderTest extends WsFixture {
  /** More than the kernel's buffers of one connection. */
  private static final int NEVER_TAKEN = 64 << 20;

  /** More frames than it takes to fill any queue in these tests. */
  private static final int ENOUGH = 400;

  @Test
  void a_slow_reader_is_closed_with_1013_while_fifty_others_get_everything() throws Exception {
    var server = started(TestServer.options());
    var wire = server.server.wire();
    var slow = pair(server);
    var others = new ArrayList<Pair>();
    for (int i = 0; i < 50; i++) others.add(pair(server));
    var sessions = new ArrayList<>(others.stream().map(p -> p.guest().session()).toList());
    sessions.add(slow.guest().session());
    var audience = wire.audience(sessions);

    var frame = frame("b".repeat(256 << 10));
    int count = 0;
    // Everybody else has read a frame before the next is sent; time stands still.
    while (server.server.traffic().closedSlow() == 0) {
      assertThat(count++).as("frames until the slow one is noticed").isLessThan(200);
      wire.broadcast(audience, frame, null, null);
      wire.flush();
      var reads =
          others.stream()
              .map(
                  p ->
                      CompletableFuture.supplyAsync(
                          p.client()::readText, Thread::startVirtualThread))
              .toList();
      for (var read : reads) assertThat(read.get(20, TimeUnit.SECONDS)).hasSize(frame.size());
    }
    slow.guest().awaitClosed();
    var close = slow.client().readToClose();
    assertThat(close.closeCode()).isEqualTo(1013);
    assertThat(close.closeReason()).contains("slow");
    assertThat(server.server.traffic().closedSlow()).isEqualTo(1);
    assertThat(server.server.traffic().open()).isGreaterThanOrEqualTo(50);
  }

  @Test
  void a_slow_reader_that_still_does_not_read_is_destroyed_after_the_grace() throws Exception {
    var server = started(TestServer.withLimit(1 << 20));
    var slow = pair(server);
    fill(server, slow);
    assertThat(server.server.traffic().open()).isEqualTo(1);
    server.advance(Duration.ofSeconds(2));
    TestServer.until(() -> server.server.traffic().open() == 0);
    assertThat(slow.guest().closings).hasValue(1);
    assertThat(slow.client().readToClose().isEnd()).isTrue();
  }

  @Test
  void a_frame_larger_than_the_limit_may_leave_when_nothing_waits() throws Exception {
    var server = started(TestServer.withLimit(1000));
    var pair = pair(server);
    for (int i = 0; i < 3; i++) {
      server.server.wire().send(pair.guest().session(), frame("x".repeat(100_000)));
      server.server.wire().flush();
      assertThat(pair.client().readText()).hasSize(100_000);
    }
  }

  @Test
  void what_waits_behind_a_pull_counts_but_the_pull_does_not() throws Exception {
    var server = started(TestServer.withLimit(1 << 20));
    var wire = server.server.wire();
    var pair = pair(server);
    var connection = server.server.connection(pair.guest().session());
    // The second is more than all buffers on the way to the client hold, so it is not taken.
    var pages = List.of(frame("p".repeat(3 << 20)), frame("q".repeat(NEVER_TAKEN))).iterator();
    wire.pull(pair.guest().session(), () -> List.of(pages.next()));
    for (int i = 0; i < 4; i++) wire.send(pair.guest().session(), frame("w".repeat(250_000)));
    wire.flush();
    assertThat(pair.client().readText()).hasSize(3 << 20);
    assertThat(server.server.traffic().closedSlow()).isZero();
    TestServer.until(() -> connection.pending() > NEVER_TAKEN / 2);
    wire.send(pair.guest().session(), frame("w".repeat(250_000)));
    wire.flush();
    server.server.turn();
    server.advance(Overflow.PATIENCE.plusMillis(1));
    TestServer.until(() -> server.server.traffic().closedSlow() == 1);
    assertThat(pair.client().readToClose().closeCode()).isEqualTo(1013);
  }

  @Test
  void a_client_for_whom_a_page_is_being_made_is_not_the_slow_one() throws Exception {
    var server = started(TestServer.withLimit(1 << 20));
    var wire = server.server.wire();
    var pair = pair(server);
    var asked = new CountDownLatch(1);
    var made = new CompletableFuture<List<Frame>>();
    wire.pull(
        pair.guest().session(),
        () -> {
          asked.countDown();
          return made.join();
        });
    for (int i = 0; i < 6; i++) wire.send(pair.guest().session(), frame("w".repeat(250_000)));
    wire.flush();
    asked.await();
    server.server.turn();
    server.advance(Overflow.PATIENCE.multipliedBy(3));
    server.advance(Overflow.PATIENCE.multipliedBy(3));
    assertThat(server.server.traffic().closedSlow()).isZero();
    made.complete(List.of());
    for (int i = 0; i < 6; i++) assertThat(pair.client().readText()).hasSize(250_000);
    assertThat(server.server.traffic().closedSlow()).isZero();
  }

  @Test
  void one_that_does_not_take_its_page_is_closed_when_another_waits_for_the_memory()
      throws Exception {
    var server = closing(new TestServer(TestServer.options(), new PageBudget(PageBudget.MAKING)));
    var wire = server.server.wire();
    var slow = pair(server);
    var connection = server.server.connection(slow.guest().session());
    wire.pull(slow.guest().session(), () -> List.of(frame("s".repeat(NEVER_TAKEN))));
    wire.flush();
    TestServer.until(() -> connection.pending() > NEVER_TAKEN / 2);
    server.advance(Duration.ofSeconds(20));
    assertThat(server.server.traffic().closedSlow()).as("nobody waits").isZero();
    var next = pair(server);
    var page = List.of(List.of(frame("page")), List.<Frame>of()).iterator();
    wire.pull(next.guest().session(), page::next);
    wire.flush();
    server.server.turn();
    assertThat(server.pages.isWaitedFor()).isTrue();
    awaitClosedSlow(server, connection);
    assertThat(next.client().readText()).isEqualTo("page");
    TestServer.until(() -> server.pages.taken() == 0);
  }

  @Test
  void who_waits_for_memory_and_goes_leaves_its_place_to_the_next() throws Exception {
    var server = closing(new TestServer(TestServer.options(), new PageBudget(PageBudget.MAKING)));
    var wire = server.server.wire();
    var held = server.pages.take(Duration.ofSeconds(20)).orElseThrow();
    var gone = pair(server);
    var next = pair(server);
    wire.pull(
        gone.guest().session(),
        () -> {
          throw new AssertionError("read for nobody");
        });
    wire.flush();
    server.server.turn();
    var page = List.of(List.of(frame("page")), List.<Frame>of()).iterator();
    wire.pull(next.guest().session(), page::next);
    wire.flush();
    server.server.turn();
    gone.client().close();
    gone.guest().awaitClosed();
    held.close();
    assertThat(next.client().readText()).isEqualTo("page");
    TestServer.until(() -> server.pages.taken() == 0);
  }

  @Test
  void a_burst_over_the_limit_does_not_close_who_goes_on_reading() throws Exception {
    var server = started(TestServer.withLimit(4 << 20));
    var pair = pair(server);
    int bursts = overTheLimit(server, pair, 2 << 20);
    for (int i = 0; i < bursts; i++) {
      assertThat(pair.client().readText()).hasSize(2 << 20);
      server.advance(Duration.ofMillis(1_500));
      server.server.turn();
    }
    assertThat(server.server.traffic().closedSlow()).isZero();
    server.advance(Duration.ofSeconds(10));
    assertThat(server.server.traffic().closedSlow()).isZero();
  }

  @Test
  void over_the_limit_who_takes_nothing_for_a_while_is_closed_though_nothing_more_is_sent()
      throws Exception {
    var server = started(TestServer.withLimit(4 << 20));
    var pair = pair(server);
    overTheLimit(server, pair, 2 << 20);
    server.advance(Overflow.PATIENCE);
    server.server.turn();
    assertThat(server.server.traffic().closedSlow()).isZero();
    awaitClosedSlow(server, server.server.connection(pair.guest().session()));
    assertThat(pair.client().readToClose().closeCode()).isEqualTo(1013);
  }

  /** The kernel may take a last piece after the clock has moved; then patience begins anew. */
  private static void awaitClosedSlow(TestServer server, Connection connection) {
    var waited = new AtomicLong(-1);
    TestServer.until(
        () -> {
          long waits = connection.pending();
          if (waited.getAndSet(waits) == waits) server.advance(Overflow.PATIENCE.plusMillis(1));
          return server.server.traffic().closedSlow() == 1;
        });
  }

  /** Sends until more waits than the limit allows; returns how many frames that took. */
  private static int overTheLimit(TestServer server, Pair pair, int size) {
    var connection = server.server.connection(pair.guest().session());
    int sent = 0;
    while (!connection.isOverLimit()) {
      assertThat(sent).as("frames until the queue is over its limit").isLessThan(ENOUGH);
      server.server.wire().send(pair.guest().session(), frame("x".repeat(size)));
      server.server.wire().flush();
      server.server.turn();
      sent++;
    }
    return sent;
  }

  @Test
  void a_client_that_sends_but_never_reads_is_no_longer_listened_to() throws Exception {
    var server = started(TestServer.options());
    var wire = server.server.wire();
    var pair = pair(server);
    // Past the water mark (1 MiB), short of the limit (4 MiB), whatever the socket takes.
    int sent = 0;
    for (; !stuck(server, pair); sent++) {
      assertThat(sent).as("frames until the client is not read").isLessThan(ENOUGH);
      wire.send(pair.guest().session(), frame("x".repeat(600_000)));
      wire.flush();
      server.server.turn();
    }
    pair.client().text("anybody there?");
    server.server.turn();
    assertThat(pair.guest().messages).isEmpty();
    assertThat(server.server.traffic().closedSlow()).isZero();
    for (int i = 0; i < sent; i++) assertThat(pair.client().readText()).hasSize(600_000);
    assertThat(pair.guest().nextMessage()).isEqualTo("anybody there?");
  }

  /** True if the server has stopped reading from the connection. */
  private static boolean stuck(TestServer server, Pair pair) {
    return !server.server.connection(pair.guest().session()).isRead();
  }

  private static void fill(TestServer server, Pair pair) {
    var wire = server.server.wire();
    for (int i = 0; server.server.traffic().closedSlow() == 0; i++) {
      assertThat(i).as("frames until the slow one is noticed").isLessThan(ENOUGH);
      wire.send(pair.guest().session(), frame("x".repeat(200_000)));
      wire.flush();
      server.server.turn();
    }
  }
}
