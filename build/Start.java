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
 * A file of options with which the launcher starts the program: its class path, where SQLite's
 * library lies unpacked, and the start-up cache. The cache holds what the JVM loaded and learned in
 * one run of a server, with a data folder of its own, while a rehearsal plays a few agents.
 */
final class Start {
  private static final String PROGRAM = "dev.reveille.cli.Main";
  private static final String REHEARSAL = "dev.reveille.cli.Rehearsal";
  private static final int SECONDS = 60;
  private static final Path BUILD = Home.FOLDER.resolve("build");

  private static final Map<String, String> SERVER =
      Map.of(
          "HOST", "127.0.0.1",
          "PORT", "0",
          "RATE_LIMIT_MS", "0",
          "FRAME_LIMIT", "0",
          "FRAME_LIMIT_PREAUTH", "0");

  private Start() {}

  /** Writes the file, and makes the cache beside it unless {@code REVEILLE_AOT} is off. */
  static void prepare(Path file) throws IOException, InterruptedException {
    try (var _ = BuildLock.take()) {
      if (isNewest(file)) return; // somebody else wrote it while we waited
      forgetOlder();
      var options = new ArrayList<>(List.of("-cp", classPath()));
      var library = Home.DIST.resolve("native/org/sqlite/native", platform());
      if (Files.isDirectory(library)) options.add("-Dorg.sqlite.lib.path=" + library);
      if (!"off".equals(System.getenv("REVEILLE_AOT"))) {
        var cache = file.resolveSibling(file.getFileName() + ".aot");
        // If it cannot be made, trying at every start would only take time.
        if (makeCache(cache)) {
          options.add("-XX:AOTCache=" + cache);
          // A cache that does not fit is left aside by the JVM without a word.
          options.addAll(List.of("-Xlog:aot=off", "-Xlog:cds=off"));
        }
      }
      Files.write(file, options.stream().map(Start::quoted).toList());
    }
  }

  /** As the JVM reads an option from a file. */
  private static String quoted(String option) {
    return '"' + option.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private static boolean makeCache(Path cache) throws IOException, InterruptedException {
    var training = Home.STATE.resolve("training");
    try (var _ = Progress.show("Preparing a fast start…")) {
      delete(training);
      Files.createDirectories(training.resolve("data"));
      var made = training.resolve("start.aot");
      train(made, training.resolve("data"));
      if (!Files.exists(made)) return false;
      Files.move(made, cache, StandardCopyOption.REPLACE_EXISTING);
      return true;
    } finally {
      delete(training);
    }
  }

  private static boolean isNewest(Path file) throws IOException {
    if (!Files.exists(file)) return false;
    var time = Files.getLastModifiedTime(file);
    try (var jars = Files.walk(Home.DIST.resolve("lib"));
        var options = Files.newDirectoryStream(BUILD, "*.options")) {
      var all = new ArrayList<>(jars.toList());
      options.forEach(all::add);
      for (var one : all) {
        if (Files.getLastModifiedTime(one).compareTo(time) > 0) return false;
      }
    }
    return true;
  }

  /** Deletes what was made for earlier builds. */
  private static void forgetOlder() throws IOException {
    Files.createDirectories(Home.STATE);
    var built = Files.getLastModifiedTime(Home.DIST.resolve("lib"));
    try (var files = Files.newDirectoryStream(Home.STATE, "start-*")) {
      for (var file : files) {
        if (Files.getLastModifiedTime(file).compareTo(built) <= 0) Files.delete(file);
      }
    }
  }

  /** The folder of SQLite's library for this machine, as its jar names it. */
  private static String platform() {
    var system = System.getProperty("os.name").startsWith("Mac") ? "Mac" : "Linux";
    var arch = System.getProperty("os.arch");
    return system + "/" + (arch.equals("amd64") ? "x86_64" : arch);
  }

  private static String classPath() throws IOException {
    try (var jars = Files.list(Home.DIST.resolve("lib"))) {
      return String.join(
          ":", jars.map(Path::toString).filter(jar -> jar.endsWith(".jar")).sorted().toList());
    }
  }

  private static void train(Path made, Path data) throws IOException, InterruptedException {
    var log = Home.STATE.resolve("training.log");
    var server = java("server", "-XX:AOTCacheOutput=" + made, PROGRAM, "up", "--quiet");
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
      var rehearsal = java("command", REHEARSAL, url.get());
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

  private static ProcessBuilder java(String mode, String... program) throws IOException {
    var command = new ArrayList<>(List.of(Home.JAVA.toString()));
    command.addAll(List.of("@" + BUILD + "/jvm.options", "@" + BUILD + "/" + mode + ".options"));
    command.addAll(List.of("-cp", classPath()));
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
