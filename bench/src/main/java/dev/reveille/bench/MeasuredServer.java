package dev.reveille.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A server process that this process started and will stop. */
final class MeasuredServer implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final Duration POLL = Duration.ofMillis(5);
  private static final int STOP_SECONDS = 60;
  private static final byte[] HEALTH =
      "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
          .getBytes(StandardCharsets.US_ASCII);

  private final Process process;
  private final InetSocketAddress address;
  private final Path log;
  private final boolean bare;
  private final long startedAt = System.nanoTime();
  private double readySeconds;

  /**
   * Starts the server.
   *
   * @param bare true: ready when it accepts connections; false: ready when its health page says so
   */
  MeasuredServer(ProcessBuilder command, int port, Path log, boolean bare) {
    this.address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    this.log = log;
    this.bare = bare;
    try {
      process = command.redirectErrorStream(true).redirectOutput(log.toFile()).start();
    } catch (IOException e) {
      throw new BenchException("cannot start " + command.command() + ": " + e.getMessage(), e);
    }
  }

  /** Returns when the server is ready. */
  MeasuredServer awaitReady() {
    while (!ready()) {
      if (!process.isAlive() || System.nanoTime() - startedAt > LIMIT.toNanos()) {
        throw new BenchException("the server did not start; its last words:\n" + lastWords());
      }
      MeasuredWindow.sleep(POLL);
    }
    readySeconds = (System.nanoTime() - startedAt) / 1e9;
    return this;
  }

  /** Returns the time from the start of the process until it was ready. */
  double readySeconds() {
    return readySeconds;
  }

  String url() {
    return "ws://127.0.0.1:" + address.getPort();
  }

  Target target() {
    return new Target(address, new ProcessMeter(jvm().pid()), bare);
  }

  /** Sends SIGTERM and returns how long the process took to end. */
  double terminate() {
    long from = System.nanoTime();
    jvm().destroy();
    try {
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        kill();
        throw new BenchException("the server did not end in " + STOP_SECONDS + " s after SIGTERM");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchException("interrupted", e);
    }
    return (System.nanoTime() - from) / 1e9;
  }

  /** Sends SIGKILL to the launcher and all its children, and waits until they ended. */
  void kill() {
    var all = Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
    all.forEach(ProcessHandle::destroyForcibly);
    for (var one : all) {
      var _ = one.onExit().completeOnTimeout(one, STOP_SECONDS, TimeUnit.SECONDS).join();
    }
  }

  @Override
  public void close() {
    kill();
  }

  String lastWords() {
    try {
      var lines = Files.readAllLines(log);
      return String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size()));
    } catch (IOException e) {
      return "(no log: " + e.getMessage() + ")";
    }
  }

  /** Returns the JVM: the launcher may have started it as a child instead of replacing itself. */
  private ProcessHandle jvm() {
    return Stream.concat(Stream.of(process.toHandle()), process.descendants())
        .filter(p -> p.info().command().filter(c -> c.endsWith("java")).isPresent())
        .findFirst()
        .orElse(process.toHandle());
  }

  private boolean ready() {
    try (var socket = new Socket()) {
      socket.connect(address, 1000);
      if (bare) return true;
      socket.setSoTimeout(1000);
      socket.getOutputStream().write(HEALTH);
      var head = new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
      return head.equals("HTTP/1.1 200");
    } catch (IOException e) {
      return false;
    }
  }
}
