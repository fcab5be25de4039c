import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Builds what the launcher starts. {@code program} builds the program, {@code start PREFIX} its
 * start-up caches, {@code bench} the bench.
 */
public class Build {
  public static void main(String[] args) throws IOException, InterruptedException {
    switch (args[0]) {
      case "program" -> program();
      case "start" -> Start.prepare(Path.of(args[1]));
      case "bench" -> {
        var log = Home.TARGET.resolve("bench.log");
        if (build("bench", "Building the bench…", log) != 0) {
          throw Home.fail("the bench could not be built; see " + log);
        }
      }
      default -> throw Home.fail("unknown: " + args[0]);
    }
  }

  /** Builds the program if its sources changed since it was built. */
  static void program() throws IOException, InterruptedException {
    try (var _ = BuildLock.take()) {
      if (Stamp.isCurrent()) return; // somebody else built while we waited
      var why = Stamp.exists() ? "its sources changed" : "first use, about a minute";
      var log = Home.TARGET.resolve("build.log");
      Stamp.begin();
      if (build("cli", "Building Reveille (" + why + ")…", log) == 0) {
        Stamp.keep();
        return;
      }
      Stamp.drop();
      reasons(log).forEach(System.err::println);
      throw Home.fail("the build failed; all of its output is in " + log);
    }
  }

  private static int build(String module, String text, Path log)
      throws IOException, InterruptedException {
    Files.createDirectories(Home.TARGET);
    var options = List.of("package", "-Dmaven.test.skip=true", "-Dexec.skip=true");
    var arguments = new ArrayList<>(List.of("-pl", module, "-am"));
    arguments.addAll(options);
    return Processes.run(
        text, Processes.maven(arguments).redirectErrorStream(true).redirectOutput(log.toFile()));
  }

  /** The lines that say what failed. The advice that Maven prints after them is left out. */
  private static List<String> reasons(Path log) throws IOException {
    var lines =
        Files.readAllLines(log).stream()
            .filter(
                line ->
                    line.matches(
                        "(\\[(ERROR|FATAL)\\]|Error).*|.*[Ff]ailed to (fetch|validate|unzip).*"))
            .filter(
                line ->
                    !line.matches(
                        "\\[ERROR\\] *|.*([Rr]e-run Maven|For more information|After correcting"
                            + "|mvn <args>|\\[Help [0-9]\\] http).*"))
            .toList();
    return lines.subList(Math.max(0, lines.size() - 20), lines.size());
  }
}
