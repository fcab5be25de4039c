package dev.reveille.server.edge.ws;

import static dev.reveille.server.edge.ws.TestServer.frame;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class LeakTest {

  @Test
  void no_buffer_is_lost_when_connections_end_in_every_way() throws Exception {
    var log = new ListAppender<ILoggingEvent>();
    log.start();
    var logger = (Logger) LoggerFactory.getLogger(ResourceLeakDetector.class);
    logger.addAppender(log);
    try (var server = new TestServer(TestServer.withLimit(1 << 20))) {
      assertThat(ResourceLeakDetector.getLevel()).isEqualTo(ResourceLeakDetector.Level.PARANOID);
      for (int round = 0; round < 5; round++) messyRound(server);
      // The detector looks for lost buffers whenever a new one is made.
      for (int i = 0; i < 20; i++) {
        System.gc();
        PooledByteBufAllocator.DEFAULT.directBuffer(16).release();
      }
    } finally {
      logger.detachAppender(log);
    }
    assertThat(log.list.stream().map(ILoggingEvent::getFormattedMessage))
        .noneMatch(line -> line.contains("LEAK"));
  }

  private static void messyRound(TestServer server) throws Exception {
    var wire = server.server.wire();
    var clients = new ArrayList<RawClient>();
    var guests = new ArrayList<Guest>();
    for (int i = 0; i < 8; i++) {
      clients.add(server.connect());
      guests.add(server.guest());
    }
    var audience = wire.audience(guests.stream().map(Guest::session).toList());
    wire.pull(guests.get(0).session(), () -> List.of(frame("page".repeat(100_000))));
    wire.pull(
        guests.get(1).session(),
        () -> {
          throw new IllegalStateException("asked to");
        });
    wire.close(guests.get(2).session(), 1000, "bye");
    for (int i = 0; i < 40; i++) {
      var except = guests.get(i % 8).session();
      wire.broadcast(audience, frame("x".repeat(50_000)), except, i % 2 == 0 ? null : frame("y"));
      wire.flush();
    }
    clients.get(3).frame(0x80 | Opcode.TEXT, (byte) 0xff);
    clients.get(4).send(RawClient.header(Opcode.TEXT, 1000)).send(new byte[500]);
    clients.get(5).close();
    clients.get(6).close(1000);
    clients.get(7).frame(0x80 | Opcode.PING, new byte[100]);
    server.server.turn();
    // The kernel may take a page of the pull between two looks, which counts as a sign of life.
    TestServer.until(
        () -> {
          server.advance(Duration.ofSeconds(100));
          return server.server.traffic().open() == 0;
        });
    for (var client : clients) client.close();
  }
}
