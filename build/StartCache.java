import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The start-up cache: what the JVM loaded and learned in one run of a server, with a data folder of
 * its own, while a rehearsal plays a few agents.
 */
final class StartCache {
  private static final String PROGRAM = "dev.reveille.cli.Main";
  private static final String REHEARSAL = "dev.reveille.cli.Rehearsal";
  private static final int SECONDS = 60;

  private static final Map<String, String> SERVER =
      Map.of(
          "HOST", "127.0.0.1",
          "PORT", "0",
          "RATE_LIMIT_MS", "0",
          "FRAME_LIMIT", "0",
          "FRAME_LIMIT_PREAUTH", "0");

  private StartCache() {}

  /**
   * Makes the cache for a JVM with these options, the class path among them: the JVM refuses a
   * cache that was made with another one. If it cannot be made, the file is empty: trying at every
   * start would only take time.
   */
  static void make(Path cache, List<String> options) throws IOException, InterruptedException {
    try (var _ = BuildLock.take()) {
      if (isCurrent(cache)) return; // somebody else made it while we waited
      var training = Home.STATE.resolve("training");
      try {
        forgetOlder();
        delete(training);
        Files.createDirectories(training.resolve("data"));
        var made = training.resolve("start.aot");
        try (var _ = Progress.show("Preparing a fast start…")) {
          train(made, training.resolve("data"), options);
        }
        if (!Files.exists(made)) Files.createFile(made);
        Files.move(made, cache, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        delete(training);
      }
    }
  }

  private static boolean isCurrent(Path cache) throws IOException {
    if (!Files.exists(cache)) return false;
    var time = Files.getLastModifiedTime(cache);
    try (var files = Files.walk(Home.DIST.resolve("lib"))) {
      for (var file : files.toList()) {
        if (Files.getLastModifiedTime(file).compareTo(time) > 0) return false;
      }
    }
    return true;
  }

  /** Deletes the caches of earlier builds. */
  private static void forgetOlder() throws IOException {
    var built = Files.getLastModifiedTime(Home.DIST.resolve("lib"));
    try (var files = Files.newDirectoryStream(Home.STATE, "start-*.aot")) {
      for (var file : files) {
        if (Files.getLastModifiedTime(file).compareTo(built) <= 0) Files.delete(file);
      }
    }
  }

  private static void train(Path made, Path data, List<String> options)
      throws IOException, InterruptedException {
    var log = Home.STATE.resolve("training.log");
    var server = java("-XX:AOTCacheOutput=" + made, options, PROGRAM, "up", "--quiet");
    server.environment().putAll(SERVER);
    server.environment().put("DATA_DIR", data.toString());
    var trainee = Processes.start(server.redirectErrorStream(true).redirectOutput(log.toFile()));
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    var url = Optional.<String>empty();
    while (url.isEmpty() && trainee.isAlive() && System.nanoTime() < end) {
      trainee.waitFor(100, TimeUnit.MILLISECONDS);
      url = Files.readAllLines(log).stream().filter(line -> line.matches("wss?:.*")).findFirst();
    }
    if (url.isPresent()) {
      var rehearsal = java("-XX:TieredStopAtLevel=1", options, REHEARSAL, url.get());
      var partner =
          Processes.start(
              rehearsal
                  .redirectErrorStream(true)
                  .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile())));
      if (!partner.waitFor(SECONDS, TimeUnit.SECONDS)) partner.destroy();
    }
    trainee.destroy();
    if (!trainee.waitFor(SECONDS, TimeUnit.SECONDS)) trainee.destroyForcibly().waitFor();
  }

  private static ProcessBuilder java(String first, List<String> options, String... program) {
    var command = new ArrayList<>(List.of(Home.JAVA.toString(), first));
    command.addAll(options);
    command.addAll(List.of(program));
    return new ProcessBuilder(command);
  }

  private static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) return;
    try (var files = Files.walk(folder)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
    }
  }
}
