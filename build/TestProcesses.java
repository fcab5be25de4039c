import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/** The processes in which the fast tests of a module run, and what came out. */
final class TestProcesses {
  static final Path FOLDER = Home.TARGET.resolve("fast");
  private static final Path TIMES = FOLDER.resolve("times");

  private final int jobs;
  private final List<String> options;
  private final List<String> tagsLeftOut;
  private int passed;
  private int failed;
  private int skipped;

  TestProcesses(int jobs, List<String> options, List<String> tagsLeftOut) {
    this.jobs = jobs;
    this.options = options;
    this.tagsLeftOut = tagsLeftOut;
  }

  /** Prints the closing line and returns the exit code. */
  int end() {
    var counts = new Reports.Counts(passed, failed, skipped);
    if (counts.isNothing()) System.err.println("reveille: no test ran.");
    System.out.println("\n" + counts);
    return failed > 0 || counts.isNothing() ? 1 : 0;
  }

  /** Runs the tests. Each process takes the next class until none is left. */
  void run(Module module, List<String> tests, List<Path> classPath)
      throws IOException, InterruptedException {
    var list = FOLDER.resolve(module.name() + ".list");
    var next = FOLDER.resolve(module.name() + ".next");
    var results = FOLDER.resolve(module.name() + ".results");
    var failures = FOLDER.resolve(module.name() + ".failures");
    Files.createDirectories(FOLDER);
    Files.write(list, longestFirst(tests));
    Files.deleteIfExists(next);
    Files.write(results, List.of());
    Files.write(failures, List.of());
    var command = new ArrayList<>(List.of(Home.JAVA.toString(), "-XX:+UseSerialGC"));
    command.addAll(List.of(Module.pom("test.jvm").split(" ")));
    command.add("-Dreveille.dist=" + Home.DIST);
    command.add("-Dreveille.screenshots=" + module.folder().resolve("target/screenshots"));
    command.addAll(options);
    command.addAll(List.of("-cp", runner(classPath) + ":" + Compiler.classPath(classPath)));
    command.add("TestRunner");
    for (var file : List.of(list, next, results, failures)) command.add(file.toString());
    command.addAll(tagsLeftOut);
    var running = new ArrayList<Process>();
    for (int i = 0; i < jobs; i++) {
      var process = new ProcessBuilder(command).directory(module.folder().toFile());
      process.environment().put("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
      if (jobs == 1) {
        process.redirectError(Redirect.INHERIT).redirectOutput(Redirect.INHERIT);
      } else {
        var log = FOLDER.resolve(module.name() + "-" + i + ".log");
        process.redirectErrorStream(true).redirectOutput(log.toFile());
      }
      running.add(Processes.start(process));
    }
    for (var process : running) process.waitFor();
    System.err.print(Files.readString(failures));
    count(module, tests, Files.readAllLines(results));
  }

  /** A line of the results: class, passed, failed, skipped, milliseconds. */
  private void count(Module module, List<String> tests, List<String> results) throws IOException {
    var unfinished = new HashSet<>(tests);
    var times = times();
    int[] sums = new int[3];
    for (var line : results) {
      var fields = line.split(" ");
      unfinished.remove(fields[0]);
      for (int i = 0; i < sums.length; i++) sums[i] += Integer.parseInt(fields[i + 1]);
      times.put(fields[0], Long.parseLong(fields[4]));
    }
    for (var test : unfinished) System.err.println("Did not end: " + test);
    passed += sums[0];
    failed += sums[1] + unfinished.size();
    skipped += sums[2];
    System.out.printf(
        "Tests run: %d, Failures: %d, Skipped: %d -- %s%n",
        sums[0] + sums[1] + sums[2], sums[1] + unfinished.size(), sums[2], module.name());
    Files.write(
        TIMES, times.entrySet().stream().map(e -> e.getKey() + " " + e.getValue()).toList());
  }

  /**
   * Orders them: the longest of the last time comes first, so that the processes end at about one
   * time.
   */
  private static List<String> longestFirst(List<String> tests) throws IOException {
    var times = times();
    return tests.stream()
        .sorted(Comparator.comparing((String test) -> -times.getOrDefault(test, 0L)))
        .toList();
  }

  private static Map<String, Long> times() throws IOException {
    var times = new HashMap<String, Long>();
    if (!Files.exists(TIMES)) return times;
    for (var line : Files.readAllLines(TIMES)) {
      var fields = line.split(" ");
      times.put(fields[0], Long.parseLong(fields[1]));
    }
    return times;
  }

  /** Compiles the program that runs in these processes, and returns the folder of its class. */
  private static Path runner(List<Path> classPath) throws IOException {
    var source = Home.FOLDER.resolve("build", "TestRunner.java");
    var folder = FOLDER.resolve("runner");
    var made = folder.resolve("TestRunner.class");
    if (!Files.exists(made)
        || Files.getLastModifiedTime(source).compareTo(Files.getLastModifiedTime(made)) > 0) {
      Files.createDirectories(folder);
      Compiler.compile(List.of(source.toString()), classPath, folder);
    }
    return folder;
  }
}
