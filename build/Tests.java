import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Runs tests: all of them with Maven, {@code --quick} those that are not long, {@code --only NAME…}
 * the classes with these names. What follows goes to Maven.
 */
public class Tests {
  /** Only the tests with real coding agents, and what they need. */
  private static final List<String> HARNESS =
      List.of(
          "-Dreveille.harness=true",
          "-pl",
          "e2e",
          "-am",
          "-Dtest=HarnessTest,McpConformanceTest",
          "-Dsurefire.failIfNoSpecifiedTests=false");

  public static void main(String[] args) throws IOException, InterruptedException {
    var rest = new ArrayList<>(Arrays.asList(args));
    var first = rest.isEmpty() ? "" : rest.getFirst();
    if (first.startsWith("--only=")) {
      rest.set(0, first.substring("--only=".length()));
      first = "--only";
      rest.addFirst(first);
    }
    System.exit(
        switch (first) {
          case "-h", "--help" -> usage();
          case "--only" -> FastTests.only(rest.subList(1, rest.size()));
          case "--quick" -> {
            if (rest.size() > 1) throw Home.fail("test --quick takes no arguments.");
            yield FastTests.quick();
          }
          default -> all(rest);
        });
  }

  private static int usage() {
    System.out.print(
        """
        Usage: reveille test [--full | --harness] [MAVEN ARGUMENTS]
               reveille test --quick
               reveille test --only NAME… [-DKEY=VALUE]

        Without arguments it runs every test, as continuous integration does.
          --full   let the long tests run their whole length
          --harness  only the tests with real coding agents, which it installs under target/
          --quick  run the tests that are neither long nor black-box
          --only   run these test classes; Name#method, pkg.Name and 'Call*' work too
        """);
    return 0;
  }

  /** Every test, as continuous integration runs them. Returns the exit code. */
  private static int all(List<String> arguments) throws IOException, InterruptedException {
    // Tests use real sockets, processes and disks, on machines that others use too. What fails is
    // tried once more; what passes only then is named below.
    var maven =
        new ArrayList<>(List.of("--fail-at-end", "verify", "-Dsurefire.rerunFailingTestsCount=1"));
    if (arguments.remove("--full")) maven.add("-Dreveille.full=true");
    if (arguments.remove("--harness")) maven.addAll(HARNESS);
    maven.addAll(arguments);
    TestTools.provide();
    int result;
    try (var _ = BuildLock.take()) {
      Reports.clear();
      Stamp.begin();
      result =
          Processes.run(
              Processes.maven(maven)
                  .redirectOutput(Redirect.INHERIT)
                  .redirectError(Redirect.INHERIT));
      if (result == 0 && arguments.isEmpty()) Stamp.keep();
      else Stamp.drop();
    }
    var counts = Reports.counts();
    var flaky = Reports.flaky();
    if (!flaky.isEmpty()) {
      System.err.println("Passed only at the second try:");
      flaky.forEach(test -> System.err.println("  " + test));
    }
    if (counts.isNothing()) {
      System.err.println("reveille: no test ran.");
      result = 1;
    } else if (counts.failed() > 0) {
      result = Math.max(result, 1);
    }
    if (result != 0 && counts.failed() == 0) {
      System.err.println("reveille: the build failed; the reason is above.");
    }
    System.out.println("\n" + counts); // on a line of its own, whatever Maven left behind
    return result;
  }
}
