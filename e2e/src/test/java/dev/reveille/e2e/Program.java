package dev.reveille.e2e;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * The packaged program, started as the launcher does. Every process it starts is ended with the
 * tests, whatever happens to them.
 */
final class Program {
  private static final List<String> BASE =
      List.of(
          "-XX:+UseCompactObjectHeaders",
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow");
  private static final List<String> SERVER = List.of("-XX:+UseG1GC", "-Xms32m");
  private static final List<String> COMMAND =
      List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();
  private static final Path DIST = Path.of(System.getProperty("reveille.dist"), "lib");
  private static final String CLASS_PATH = classPath();

  static {
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> RUNNING.forEach(Process::destroyForcibly)));
  }

  /* A start-up cache as the launcher makes it: the tests start many processes. */
  private static final Path CACHE = cache();

  private Program() {}

  /**
   * The command line of a server.
   *
   * @param jvm further options of the JVM
   */
  static ProcessBuilder server(List<String> jvm, Map<String, String> env, String... args) {
    return builder(SERVER, jvm, env, args);
  }

  /** The command line of any other command. */
  static ProcessBuilder command(Map<String, String> env, String... args) {
    return builder(COMMAND, List.of(), env, args);
  }

  private static ProcessBuilder builder(
      List<String> mode, List<String> jvm, Map<String, String> env, String... args) {
    var line = java();
    if (Files.exists(CACHE)) {
      line.addAll(List.of("-XX:AOTCache=" + CACHE, "-Xlog:aot=off", "-Xlog:cds=off"));
    }
    line.addAll(BASE);
    line.addAll(mode);
    line.addAll(jvm);
    line.addAll(List.of("-cp", CLASS_PATH, "dev.reveille.cli.Main"));
    line.addAll(List.of(args));
    var builder = new ProcessBuilder(line);
    clean(builder, env);
    return builder;
  }

  /** Nothing of the tests' own environment reaches the program but where programs are. */
  private static void clean(ProcessBuilder builder, Map<String, String> env) {
    var all = builder.environment();
    all.keySet().removeIf(name -> !name.equals("PATH"));
    all.put("MALLOC_ARENA_MAX", "2");
    all.put("LC_ALL", "C.UTF-8");
    all.putAll(env);
  }

  static Process start(ProcessBuilder builder) {
    try {
      var process = builder.start();
      RUNNING.add(process);
      return process;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends it at once, if it has not ended yet, and waits for that. */
  static void end(Process process) {
    process.destroyForcibly();
    var _ = process.onExit().orTimeout(30, TimeUnit.SECONDS).join();
    RUNNING.remove(process);
  }

  private static List<String> java() {
    var line = new ArrayList<String>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    return line;
  }

  private static String classPath() {
    try (var jars = Files.list(DIST)) {
      return jars.map(Path::toString)
          .filter(jar -> jar.endsWith(".jar"))
          .sorted()
          .collect(Collectors.joining(File.pathSeparator));
    } catch (IOException e) {
      throw new UncheckedIOException("the program is not packaged: run ./reveille build", e);
    }
  }

  private static Path cache() {
    try {
      var folder = Files.createTempDirectory("reveille-e2e");
      var cache = folder.resolve("start.aot");
      var line = java();
      line.add("-XX:AOTCacheOutput=" + cache);
      line.addAll(BASE);
      line.addAll(SERVER);
      line.addAll(List.of("-cp", CLASS_PATH, "dev.reveille.cli.Main", "up", "--quiet"));
      var training = new ProcessBuilder(line);
      var data = folder.resolve("data").toString();
      clean(training, Map.of("DATA_DIR", data, "PORT", "0", "HOST", "127.0.0.1"));
      var log = folder.resolve("log");
      training.redirectErrorStream(true).redirectOutput(log.toFile());
      var process = start(training);
      // It is written when the program ends, so that ends as soon as it is up.
      for (int i = 0; i < 600 && !Files.readString(log).contains("ws://"); i++) Thread.sleep(100);
      process.destroy();
      if (!process.waitFor(60, TimeUnit.SECONDS) || !Files.exists(cache)) {
        System.out.println("No start-up cache: every start takes longer. " + Files.readString(log));
      }
      end(process);
      Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(folder)));
      return cache;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static void remove(Path folder) {
    try (var all = Files.walk(folder)) {
      for (var path : all.sorted(java.util.Comparator.reverseOrder()).toList()) Files.delete(path);
    } catch (IOException e) {
      System.out.println("Could not remove " + folder + ": " + e);
    }
  }

  /** Returns what the threads of a process do that does not answer; empty if it has ended. */
  static String threads(Process process) {
    if (!process.isAlive()) return "";
    try {
      var jcmd = System.getProperty("java.home") + "/bin/jcmd";
      var dump =
          new ProcessBuilder(jcmd, Long.toString(process.pid()), "Thread.print")
              .redirectErrorStream(true)
              .start();
      return new String(dump.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "no thread dump: " + e.getMessage();
    }
  }
}
