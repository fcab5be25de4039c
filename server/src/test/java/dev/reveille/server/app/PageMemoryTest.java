package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages of the store take a bounded part of the heap, also for clients that ask and never read. */
@Tag("long")
class PageMemoryTest {
  private static final int HEAP_MIB = 160;
  private static final int LONG = 2_000_000;

  private static final int LONG_ONES = 60;

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  @TempDir Path folder;

  private final List<Socket> idle = new ArrayList<>();

  @SuppressWarnings("NullAway.Init")
  private Process process;

  private int port;

  @BeforeEach
  void start() throws Exception {
    process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + HEAP_MIB + "m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                System.getProperty("java.class.path"),
                SmallHeapHouse.class.getName(),
                folder.resolve("data").toString())
            .redirectError(folder.resolve("err").toFile())
            .start();
    var line = new StringBuilder();
    for (int c = process.getInputStream().read(); c > ' '; c = process.getInputStream().read()) {
      line.append((char) c);
    }
    assertThat(line).as(errors()).isNotEmpty();
    port = Integer.parseInt(line.toString());
    try (var talker = join("talker")) {
      for (int i = 0; i < LONG_ONES; i++) {
        talker.say("#general", i + "x".repeat(LONG));
        talker.await(m -> TestAgent.content(m).length() > LONG);
      }
    }
  }

  private String errors() throws IOException {
    return Files.readString(folder.resolve("err"));
  }

  @AfterEach
  void stop() throws Exception {
    for (var socket : idle) socket.close();
    process.getOutputStream().close();
    if (!process.waitFor(20, TimeUnit.SECONDS)) process.destroyForcibly();
  }

  private TestAgent join(String name) {
    var agent = TestAgent.connect(URI.create("ws://127.0.0.1:" + port));
    agent.ask("IDENTIFY", "name", name);
    agent.await("WELCOME");
    return agent;
  }

  private Socket open(String request) throws IOException {
    var socket = new Socket();
    // So that little of what is sent goes to the kernel's account.
    socket.setReceiveBufferSize(8 << 10);
    socket.connect(
        new java.net.InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port));
    socket.setSoTimeout(60_000);
    socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
    idle.add(socket);
    return socket;
  }

  /** An agent that asks for history, again and again, and never reads. */
  private void asksForHistory(int i) throws IOException {
    var socket =
        open(
            """
            GET / HTTP/1.1\r
            Host: 127.0.0.1\r
            Connection: Upgrade\r
            Upgrade: websocket\r
            Sec-WebSocket-Version: 13\r
            Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
            \r
            """);
    var out = socket.getOutputStream();
    out.write(frame("{\"type\":\"IDENTIFY\",\"name\":\"idle" + i + "\"}"));
    for (int n = 0; n < 3; n++) {
      out.write(
          frame(
              "{\"type\":\"HISTORY\",\"channel\":\"#general\",\"before\":"
                  + (LONG_ONES - n)
                  + ",\"limit\":1000}"));
    }
    out.flush();
  }

  private static byte[] frame(String text) {
    var payload = text.getBytes(StandardCharsets.UTF_8);
    var frame = new byte[payload.length + 6];
    frame[0] = (byte) 0x81;
    frame[1] = (byte) (0x80 | payload.length);
    System.arraycopy(payload, 0, frame, 6, payload.length);
    return frame;
  }

  private String get(String path) throws Exception {
    var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build();
    return HTTP.send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  private long pageBytes() throws Exception {
    var metric = Pattern.compile("(?m)^reveille_pages_bytes ([0-9.E]+)$").matcher(get("/metrics"));
    assertThat(metric.find()).isTrue();
    return (long) Double.parseDouble(metric.group(1));
  }

  @Test
  void three_hundred_that_ask_and_never_read_take_their_part_and_the_others_are_acknowledged()
      throws Exception {
    var agents = new ArrayList<TestAgent>();
    for (int i = 0; i < 8; i++) agents.add(join("busy" + i));
    for (int i = 0; i < 300; i++) asksForHistory(i);
    for (int i = 0; i < 40; i++) {
      open("GET /api/events?limit=500 HTTP/1.1\r\nHost: localhost\r\n\r\n");
      open("GET /api/stream?after=start HTTP/1.1\r\nHost: localhost\r\n\r\n");
      open("GET /api/channels/general/search?q=x&limit=500 HTTP/1.1\r\nHost: localhost\r\n\r\n");
    }
    long most = 0;
    for (int round = 0; round < 20; round++) {
      for (var agent : agents) agent.say("#general", "still here " + round);
      for (var agent : agents) agent.awaitContent("still here " + round);
      most = Math.max(most, pageBytes());
    }
    System.out.printf("at most %d KiB of pages in a heap of %d MiB%n", most >> 10, HEAP_MIB);
    assertThat(most).isPositive().isLessThanOrEqualTo(3L * (HEAP_MIB << 20) / 16);
    assertThat(errors()).doesNotContain("OutOfMemory");
    assertThat(process.isAlive()).isTrue();
    agents.forEach(TestAgent::close);
  }
}
