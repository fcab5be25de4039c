package dev.reveille.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/** A server as a process of its own. Closing it kills it. */
final class ServerProcess implements AutoCloseable {
  /** Every limit that a busy client would meet is off. */
  static final Map<String, String> NO_LIMITS =
      Map.of(
          "RATE_LIMIT_MS", "0",
          "FRAME_LIMIT", "0",
          "FRAME_LIMIT_PREAUTH", "0",
          "MAILBOX_MAX", "1000000",
          "TAKEOVER_WAIT_MS", "0");

  private static final Pattern URL = Pattern.compile("wss?://\\S+:\\d+");
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final AtomicInteger RUNS = new AtomicInteger();
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final Process process;
  private final Path data;
  private final Path out;
  private final Path err;
  private final URI uri;
  private final Duration startTime;

  private ServerProcess(Process process, Path data, Path out, Path err, long from)
      throws InterruptedException {
    this.process = process;
    this.data = data;
    this.out = out;
    this.err = err;
    this.uri = awaitUrl(from);
    this.startTime = Duration.ofNanos(System.nanoTime() - from);
  }

  /** Starts one on any free port and returns when it accepts connections. */
  static ServerProcess start(Path data, Map<String, String> env, String... jvm) {
    return start(data, 0, env, jvm);
  }

  static ServerProcess start(Path data, int port, Map<String, String> env, String... jvm) {
    var all = new HashMap<>(env);
    all.put("DATA_DIR", data.toString());
    all.put("PORT", Integer.toString(port));
    all.putIfAbsent("HOST", "127.0.0.1");
    try {
      var logs = Files.createDirectories(data.resolveSibling(data.getFileName() + "-logs"));
      int run = RUNS.incrementAndGet();
      var out = logs.resolve(run + ".out");
      var err = logs.resolve(run + ".err");
      var process =
          Program.start(
              Program.server(List.of(jvm), all, "up")
                  .redirectOutput(out.toFile())
                  .redirectError(err.toFile()));
      // From here: preparing the first process of a test run can itself take long.
      long from = System.nanoTime();
      try {
        return new ServerProcess(process, data, out, err, from);
      } catch (RuntimeException e) {
        Program.end(process);
        throw e;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private URI awaitUrl(long from) throws InterruptedException {
    while (true) {
      boolean alive = process.isAlive();
      var text = out();
      var url = URL.matcher(text);
      // The last line: everything that is printed at the start is there.
      if (text.contains("Ctrl-C stops it.") && url.find()) return URI.create(url.group());
      if (!alive || System.nanoTime() - from > PATIENCE.toNanos()) {
        throw new IllegalStateException(
            "the server did not start: " + text + err() + Program.threads(process));
      }
      Thread.sleep(5);
    }
  }

  URI uri() {
    return uri;
  }

  int port() {
    return uri.getPort();
  }

  Path data() {
    return data;
  }

  Path database() {
    return data.resolve("reveille.db");
  }

  long pid() {
    return process.pid();
  }

  /** From the start of the process to the line with its address. */
  Duration startTime() {
    return startTime;
  }

  String out() {
    return read(out);
  }

  String err() {
    return read(err);
  }

  /** The status and the body. */
  record Page(int status, String body) {}

  Page get(String path) {
    try {
      var answer =
          HTTP.send(
              HttpRequest.newBuilder(URI.create("http://" + uri.getAuthority() + path))
                  .timeout(PATIENCE)
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      return new Page(answer.statusCode(), answer.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** The memory of the process now, and the most it ever held; Linux only. */
  record Memory(long residentMiB, long peakMiB) {}

  Memory memory() {
    var status = read(Path.of("/proc/" + pid() + "/status"));
    return new Memory(mebibytes(status, "VmRSS"), mebibytes(status, "VmHWM"));
  }

  private static long mebibytes(String status, String field) {
    var line = Pattern.compile(field + ":\\s+(\\d+) kB").matcher(status);
    if (!line.find()) throw new IllegalStateException("no " + field + " in " + status);
    return Long.parseLong(line.group(1)) / 1024;
  }

  /** SIGKILL; returns when it is gone. */
  void kill() {
    Program.end(process);
  }

  /** SIGTERM; returns the exit status, or fails if it takes too long. */
  int terminate(Duration limit) {
    process.destroy();
    try {
      if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new AssertionError("still running " + limit + " after SIGTERM");
      }
      Program.end(process);
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** The lines of its log that speak of an error, or of anything that nobody caught. */
  List<String> errors() {
    var found = new ArrayList<String>();
    err()
        .lines()
        .filter(line -> line.contains(" ERROR ") || line.startsWith("Exception in thread"))
        .forEach(found::add);
    return found;
  }

  @Override
  public void close() {
    kill();
  }

  private static String read(Path file) {
    try {
      return Files.exists(file) ? Files.readString(file) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
