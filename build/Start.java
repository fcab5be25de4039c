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
 * Three files of options with which the launcher starts the program, for a server, for the bridge
 * of MCP and for every other command: the class path, where SQLite's library lies unpacked, and the
 * start-up cache. A cache holds what the JVM loaded and learned in one run: of a server with a data
 * folder of its own, while a rehearsal plays a few agents; of the bridge at that server, whose
 * cache is small because a client waits for it; and of the usual short commands. Each is made with
 * the options of its kind, because a cache is only good for the same collector.
 */
final class Start {
  private static final String PROGRAM = "dev.reveille.cli.Main";
  private static final String REHEARSAL = "dev.reveille.cli.Rehearsal";
  private static final String COMMANDS = "dev.reveille.cli.CommandRehearsal";
  private static final String BRIDGE = "dev.reveille.cli.BridgeRehearsal";
  private static final List<String> KINDS = List.of("server", "bridge", "command");
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

  /**
   * Writes the files {@code prefix-server}, {@code -bridge} and {@code -command}, and makes the
   * caches beside them unless {@code REVEILLE_AOT} is off.
   */
  static void prepare(Path prefix) throws IOException, InterruptedException {
    try (var _ = BuildLock.take()) {
      if (isNewest(file(prefix, "command"))) return; // somebody else wrote it while we waited
      forgetOlder();
      var classPath = classPath(prefix);
      // If a cache cannot be made, trying at every start would only take time.
      if (!"off".equals(System.getenv("REVEILLE_AOT"))) makeCaches(prefix, classPath);
      for (var kind : KINDS) {
        var options = new ArrayList<>(List.of("-cp", classPath));
        var library = Home.DIST.resolve("native/org/sqlite/native", platform());
        if (Files.isDirectory(library)) options.add("-Dorg.sqlite.lib.path=" + library);
        if (Files.exists(cache(prefix, kind))) {
          options.add("-XX:AOTCache=" + cache(prefix, kind));
          // A cache that does not fit is left aside by the JVM without a word.
          options.addAll(List.of("-Xlog:aot=off", "-Xlog:cds=off"));
        }
        Files.write(file(prefix, kind), options.stream().map(Start::quoted).toList());
      }
    }
  }

  private static Path file(Path prefix, String kind) {
    return prefix.resolveSibling(prefix.getFileName() + "-" + kind);
  }

  private static Path cache(Path prefix, String kind) {
    return prefix.resolveSibling(prefix.getFileName() + "-" + kind + ".aot");
  }

  /** As the JVM reads an option from a file. */
  private static String quoted(String option) {
    return '"' + option.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private static void makeCaches(Path prefix, String classPath)
      throws IOException, InterruptedException {
    var training = Home.STATE.resolve("training");
    try (var _ = Progress.show("Preparing a fast start…")) {
      delete(training);
      Files.createDirectories(training.resolve("data"));
      train(training, classPath);
      for (var kind : KINDS) {
        var made = training.resolve(kind + ".aot");
        if (Files.exists(made)) {
          Files.move(made, cache(prefix, kind), StandardCopyOption.REPLACE_EXISTING);
        }
      }
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
        if (Files.getLastModifiedTime(file).compareTo(built) <= 0) delete(file);
      }
    }
  }

  /** The folder of SQLite's library for this machine, as its jar names it. */
  private static String platform() {
    var system = System.getProperty("os.name").startsWith("Mac") ? "Mac" : "Linux";
    var arch = System.getProperty("os.arch");
    return system + "/" + (arch.equals("amd64") ? "x86_64" : arch);
  }

  /** The jars, with copies in a format that a cache takes. */
  private static String classPath(Path prefix) throws IOException {
    var path = new ArrayList<String>();
    try (var jars = Files.list(Home.DIST.resolve("lib"))) {
      for (var jar : jars.filter(j -> j.toString().endsWith(".jar")).sorted().toList()) {
        path.add(NewerClasses.of(jar, file(prefix, "lib")).toString());
      }
    }
    return String.join(":", path);
  }

  private static void train(Path training, String classPath)
      throws IOException, InterruptedException {
    var log = Home.STATE.resolve("training.log");
    var server = java(classPath, "server", output(training, "server"), PROGRAM, "up", "--quiet");
    server.environment().putAll(SERVER);
    server.environment().put("DATA_DIR", training.resolve("data").toString());
    var trainee = Processes.start(server.redirectErrorStream(true).redirectOutput(log.toFile()));
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    var url = Optional.<String>empty();
    while (url.isEmpty() && trainee.isAlive() && System.nanoTime() < end) {
      trainee.waitFor(100, TimeUnit.MILLISECONDS);
      url = Files.readAllLines(log).stream().filter(line -> line.matches("wss?:.*")).findFirst();
    }
    if (url.isPresent()) {
      play(java(classPath, "command", REHEARSAL, url.get()), log);
      var home = training.resolve("home").toString();
      var data = training.resolve("data").toString();
      var cache = output(training, "command");
      play(java(classPath, "command", cache, COMMANDS, url.get(), home, data), log);
      var token = Path.of(home, "rehearsal.token").toString();
      cache = output(training, "bridge");
      play(java(classPath, "bridge", cache, BRIDGE, url.get(), token), log);
    }
    trainee.destroy();
    if (!trainee.waitFor(SECONDS, TimeUnit.SECONDS)) trainee.destroyForcibly().waitFor();
  }

  private static String output(Path training, String kind) {
    return "-XX:AOTCacheOutput=" + training.resolve(kind + ".aot");
  }

  private static void play(ProcessBuilder part, Path log) throws IOException, InterruptedException {
    var appended = ProcessBuilder.Redirect.appendTo(log.toFile());
    var partner = Processes.start(part.redirectErrorStream(true).redirectOutput(appended));
    if (!partner.waitFor(SECONDS, TimeUnit.SECONDS)) partner.destroy();
  }

  private static ProcessBuilder java(String classPath, String mode, String... program) {
    var command = new ArrayList<>(List.of(Home.JAVA.toString()));
    command.addAll(List.of("@" + BUILD + "/jvm.options", "@" + BUILD + "/" + mode + ".options"));
    command.addAll(List.of("-cp", classPath));
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
