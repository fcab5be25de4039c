import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Reads Maven's test reports. */
final class Reports {
  private static final Pattern SUITE = Pattern.compile("<testsuite .*?>", Pattern.DOTALL);
  private static final Pattern CASE_OR_FLAKY =
      Pattern.compile("<testcase ([^>]*)|<flaky(?:Failure|Error)");

  private Reports() {}

  /** The number of tests by their outcome. */
  record Counts(int passed, int failed, int skipped) {
    @Override
    public String toString() {
      return "%d passed, %d failed, %d skipped".formatted(passed, failed, skipped);
    }

    boolean isNothing() {
      return passed + failed + skipped == 0;
    }
  }

  /** Deletes all, so that only the next run is counted. */
  static void clear() throws IOException {
    for (var file : files()) Files.delete(file);
  }

  static Counts counts() throws IOException {
    int all = 0;
    int bad = 0;
    int skipped = 0;
    for (var file : files()) {
      var suite = SUITE.matcher(Files.readString(file));
      if (!suite.find()) continue;
      all += number(suite.group(), "tests");
      bad += number(suite.group(), "errors") + number(suite.group(), "failures");
      skipped += number(suite.group(), "skipped");
    }
    return new Counts(all - bad - skipped, bad, skipped);
  }

  /** The tests that passed only at the second try. */
  static List<String> flaky() throws IOException {
    var names = new TreeSet<String>();
    for (var file : files()) {
      var found = CASE_OR_FLAKY.matcher(Files.readString(file));
      var test = "";
      while (found.find()) {
        if (found.group(1) == null) names.add(test);
        else {
          test =
              text(found.group(1), "classname").replaceAll(".*\\.", "")
                  + "."
                  + text(found.group(1), "name");
        }
      }
    }
    return List.copyOf(names);
  }

  private static int number(String tag, String name) {
    var text = text(tag, name);
    return text.isEmpty() ? 0 : Integer.parseInt(text);
  }

  private static String text(String tag, String name) {
    var found = Pattern.compile("(?:^|\\s)" + name + "=\"([^\"]*)\"").matcher(tag);
    return found.find() ? found.group(1) : "";
  }

  private static List<Path> files() throws IOException {
    var all = new ArrayList<Path>();
    try (var modules = Files.list(Home.FOLDER)) {
      for (var target : modules.map(module -> module.resolve("target")).toList()) {
        if (!Files.isDirectory(target)) continue;
        try (var folders = Files.newDirectoryStream(target, "*-reports")) {
          for (var folder : folders) {
            try (var reports = Files.newDirectoryStream(folder, "TEST-*.xml")) {
              reports.forEach(all::add);
            }
          }
        }
      }
    }
    return all;
  }
}
