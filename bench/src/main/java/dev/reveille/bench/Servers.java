package dev.reveille.bench;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Starts servers on free ports, each with its own folder, which is deleted at the end. */
final class Servers implements AutoCloseable {
  /** Turns limits off: they are not what is measured. */
  private static final Map<String, String> LIMITS_OFF =
      Map.of("RATE_LIMIT_MS", "0", "FRAME_LIMIT", "0", "FRAME_LIMIT_PREAUTH", "0");

  private final List<String> command;
  private final Path folder;
  private final Queue<MeasuredServer> running = new ConcurrentLinkedQueue<>();
  private boolean closed;
  private final AtomicInteger started = new AtomicInteger();

  static Servers of(Options options) {
    return of(
        options,
        options.javaCommand().orElse(List.of(repo(options).resolve("reveille").toString())));
  }

  /** Returns servers that another command starts, with folders in the same place. */
  static Servers of(Options options, List<String> command) {
    return new Servers(
        command, options.workDir().orElse(repo(options).resolve("bench").resolve("target")));
  }

  private static Path repo(Options options) {
    return options.repo().orElseGet(Servers::findRepo).toAbsolutePath();
  }

  /**
   * Makes servers of one kind.
   *
   * @param command the command; {@code up} and its options are appended
   * @param parent where the folders are created
   */
  Servers(List<String> command, Path parent) {
    this.command = List.copyOf(command);
    try {
      folder = Files.createTempDirectory(Files.createDirectories(parent.toAbsolutePath()), "run-");
    } catch (IOException e) {
      throw new BenchException("no folder for the servers' data: " + e.getMessage(), e);
    }
    Runtime.getRuntime().addShutdownHook(new Thread(this::close));
  }

  private static Path findRepo() {
    @Nullable Path here = Path.of("").toAbsolutePath();
    while (here != null) {
      if (Files.isExecutable(here.resolve("reveille"))) return here;
      here = here.getParent();
    }
    return Path.of("");
  }

  /** Returns the file system of the data folders: figures from one in memory mean nothing. */
  String disk() {
    try {
      return Files.getFileStore(folder).type();
    } catch (IOException e) {
      return "unknown";
    }
  }

  Path newDataDir() {
    return folder.resolve("data-" + started.incrementAndGet());
  }

  /** Starts the server as a user does, but without limits. */
  MeasuredServer reveille(Path dataDir) {
    int port = freePort();
    var words = new ArrayList<>(command);
    words.addAll(List.of("up", "--port", Integer.toString(port), "--data-dir", dataDir.toString()));
    var builder = new ProcessBuilder(words);
    builder.environment().putAll(LIMITS_OFF);
    return start(builder, port, false).awaitReady();
  }

  /** Returns a command to run at a server, with identities in the folder of this run. */
  ProcessBuilder command(MeasuredServer server, List<String> line) {
    var words = new ArrayList<>(command);
    words.addAll(line);
    var builder = new ProcessBuilder(words);
    builder.environment().put("REVEILLE_URL", server.url());
    builder.environment().put("XDG_CONFIG_HOME", folder.resolve("config").toString());
    return builder;
  }

  MeasuredServer bare() {
    int port = freePort();
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var builder =
        new ProcessBuilder(
            java,
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-Xmx512m",
            "-XX:+UseSerialGC",
            "-Dio.netty.leakDetection.level=disabled",
            "-Dio.netty.buffer.checkBounds=false",
            "-Dio.netty.buffer.checkAccessible=false",
            "-cp",
            System.getProperty("java.class.path"),
            BareFanOutServer.class.getName(),
            "--port",
            Integer.toString(port));
    return start(builder, port, true).awaitReady();
  }

  private synchronized MeasuredServer start(ProcessBuilder builder, int port, boolean bare) {
    if (closed) throw new BenchException("stopped");
    var log = folder.resolve("log-" + started.incrementAndGet() + ".txt");
    var server = new MeasuredServer(builder, port, log, bare);
    running.add(server);
    return server;
  }

  private static int freePort() {
    try (var socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new BenchException("no free port: " + e.getMessage(), e);
    }
  }

  /** Stops what still runs and deletes all folders. Also called when the program is stopped. */
  @Override
  public synchronized void close() {
    closed = true;
    running.forEach(MeasuredServer::kill);
    if (!Files.exists(folder)) return;
    try (var walk = Files.walk(folder)) {
      for (var path : walk.sorted(Comparator.reverseOrder()).toList()) Files.deleteIfExists(path);
    } catch (IOException e) {
      System.err.println("left behind: " + folder + " (" + e.getMessage() + ")");
    }
  }
}
