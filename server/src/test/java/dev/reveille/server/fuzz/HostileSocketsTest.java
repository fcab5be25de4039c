package dev.reveille.server.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.app.ServerFixture;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sockets that misbehave in every way at once, below what a chat message is. */
@Tag("long")
class HostileSocketsTest {
  private static final long SEED = Long.getLong("reveille.seed", 0x5EED);
  private static final int OF_EACH = 12;
  private static final int SILENT = 200;
  private static final int MAX_MESSAGE = 2_097_152;

  @TempDir Path folder = Path.of("");

  /** The deed of one connection; it may leave it open. */
  private interface Deed {
    void with(FuzzSocket socket, Dice dice);
  }

  @Test
  void sockets_that_misbehave_in_every_way_at_once_harm_nobody() throws Exception {
    try (var server = ServerFixture.start(folder);
        var witnesses = new Witnesses(server);
        var watch = new ServerWatch(server)) {
      witnesses.start();
      var open = new ArrayList<FuzzSocket>();
      for (int i = 0; i < SILENT; i++) open.add(FuzzSocket.dial(server.port()));
      try {
        everybodyAtOnce(server.port());
      } finally {
        open.forEach(FuzzSocket::close);
      }
      witnesses.check();
      watch.check(0);
      assertThat(witnesses.rounds()).isPositive();
    }
  }

  private static void everybodyAtOnce(int port) throws Exception {
    var dice = new Dice(new Random(SEED));
    var deeds = new ArrayList<Deed>();
    for (int i = 0; i < OF_EACH; i++) deeds.addAll(upgraded());
    for (int i = 0; i < OF_EACH; i++) deeds.addAll(plain());
    Collections.shuffle(deeds, new Random(SEED));
    var running = new ArrayList<Future<?>>();
    try (var threads = Executors.newFixedThreadPool(16)) {
      for (var deed : deeds) {
        var own = new Dice(new Random(dice.below(Integer.MAX_VALUE)));
        running.add(
            threads.submit(
                () -> {
                  try (var socket = FuzzSocket.dial(port)) {
                    deed.with(socket, own);
                  }
                }));
      }
      for (var each : running) each.get();
    }
  }

  private static List<Deed> upgraded() {
    int text = FuzzSocket.FIN | FuzzSocket.TEXT;
    int ping = FuzzSocket.FIN | FuzzSocket.PING;
    return List.of(
        up((s, _) -> ends(s.raw(FuzzSocket.header(text, MAX_MESSAGE + 1L)), 1009)),
        up((s, _) -> ends(s.frame(text, new byte[MAX_MESSAGE + 1]), 1009)),
        up((s, _) -> ends(s.raw(FuzzSocket.header(text, Long.MAX_VALUE)), 1009)),
        up((s, _) -> ends(s.raw(FuzzSocket.header(text, -1)), 1002)),
        up((s, _) -> ends(s.raw(new byte[] {(byte) text, 1, 'x'}), 1002)),
        up((s, _) -> ends(s.frame(FuzzSocket.PING, new byte[1]), 1002)),
        up((s, _) -> ends(s.frame(ping, new byte[126]), 1002)),
        up((s, _) -> ends(s.frame(0x80 | 0x70 | 1, new byte[1]), 1002)),
        up((s, _) -> ends(s.frame(FuzzSocket.FIN, new byte[1]), 1002)),
        up((s, _) -> ends(s.frame(text, (byte) 0xC3, (byte) 0x28), 1007)),
        up(HostileSocketsTest::pieces),
        up((s, _) -> repeat(5_000, () -> s.frame(ping, new byte[125]))),
        up((s, _) -> repeat(2_000, () -> s.frame(0x88, (byte) 3, (byte) 0xE8))),
        up((s, d) -> s.raw(FuzzSocket.header(text, 5_000)).raw(d.bytes(4_000)).flush().reset()),
        up((s, d) -> repeat(50, () -> s.raw(d.bytes(1_000)))),
        up(HostileSocketsTest::asksAndDoesNotListen),
        up((s, _) -> repeat(500, () -> s.frame(text, ascii("{\"type\":\"LIST_CHANNELS\"}")))));
  }

  private static List<Deed> plain() {
    return List.of(
        (s, _) -> repeat(40, () -> s.raw(ascii("G")).flush()),
        (s, _) -> s.raw(ascii("GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ")).flush(),
        (s, _) -> s.raw(ascii("GET /" + "a".repeat(100_000))).flush(),
        (s, _) -> s.raw(FuzzSocket.upgrade("X: " + "a".repeat(100_000) + "\r\n")).flush(),
        (s, _) -> repeat(2_000, () -> s.raw(ascii("X-Many: y\r\n"))),
        (s, _) -> s.raw(FuzzSocket.upgrade("Sec-WebSocket-Key: \u0000\r\n\r\n")).flush(),
        (s, _) -> refused(s.raw(FuzzSocket.upgrade("Origin: http://evil.example\r\n")), "403"),
        (s, _) -> s.raw(FuzzSocket.upgrade("Content-Length: 99999999999999\r\n")).flush(),
        (s, _) -> s.raw(FuzzSocket.upgrade("Transfer-Encoding: chunked\r\n")).flush(),
        (s, _) -> s.raw(ascii("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")).flush(),
        (s, _) -> s.raw(ascii("POST /health HTTP/1.1\r\nContent-Length: -1\r\n\r\n")).flush(),
        (s, d) -> s.raw(new byte[] {0x16, 3, 1, 2, 0}).raw(d.bytes(512)).flush(),
        (s, d) -> s.raw(d.bytes(10_000)).flush(),
        (s, _) -> repeat(200, () -> s.raw(ascii("GET /health HTTP/1.1\r\nHost: x\r\n\r\n"))),
        (s, _) -> s.reset());
  }

  private static Deed up(Deed deed) {
    return (socket, dice) -> {
      socket.raw(FuzzSocket.upgrade("")).flush();
      assertThat(socket.head()).startsWith("HTTP/1.1 101 ");
      deed.with(socket, dice);
      socket.flush();
    };
  }

  private static void repeat(int times, Runnable deed) {
    for (int i = 0; i < times; i++) deed.run();
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static void ends(FuzzSocket socket, int code) {
    socket.flush();
    var last = socket.read();
    while (last.opcode() == FuzzSocket.TEXT) last = socket.read();
    assertThat(last.opcode()).isEqualTo(FuzzSocket.CLOSE);
    assertThat(last.code()).isEqualTo(code);
  }

  private static void refused(FuzzSocket socket, String status) {
    socket.flush();
    assertThat(socket.head()).startsWith("HTTP/1.1 " + status + " ");
  }

  /** One PING in tens of thousands of frames, nearly all of them empty. */
  private static void pieces(FuzzSocket socket, Dice dice) {
    var message = ascii("{\"type\":\"PING\"}");
    socket.frame(FuzzSocket.TEXT);
    for (var each : message) {
      repeat(2_000, () -> socket.frame(0));
      socket.frame(0, each);
    }
    socket.frame(FuzzSocket.FIN).flush();
    assertThat(socket.read().text()).startsWith("{\"type\":\"PONG\"");
  }

  /** Asks for all that is long, and reads none of it. */
  private static void asksAndDoesNotListen(FuzzSocket socket, Dice dice) {
    int text = FuzzSocket.FIN | FuzzSocket.TEXT;
    socket.frame(text, ascii("{\"type\":\"IDENTIFY\",\"name\":\"deaf\"}"));
    for (int i = 0; i < 300; i++) {
      socket
          .frame(text, ascii("{\"type\":\"JOIN\",\"channel\":\"#general\",\"since\":0}"))
          .frame(text, ascii("{\"type\":\"HISTORY\",\"channel\":\"#general\",\"limit\":1000}"))
          .frame(text, ascii("{\"type\":\"LIST_AGENTS\",\"channel\":\"#general\"}"));
    }
    socket.flush();
    if (dice.chance(0.5)) socket.reset();
  }
}
