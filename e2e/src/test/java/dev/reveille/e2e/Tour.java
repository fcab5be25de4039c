package dev.reveille.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The commands of README's tour with the output that it shows, block by block. */
final class Tour {
  private static final Pattern SECTION = Pattern.compile("(?ms)^## Five-minute tour$(.*?)^### ");
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```\\n(.*?)^```$");

  private Tour() {}

  /** A line that a reader types, and the lines that it shows. */
  record Step(String command, List<String> output) {}

  static List<List<Step>> read(Path readme) throws IOException {
    var section = SECTION.matcher(Files.readString(readme));
    if (!section.find()) throw new AssertionError("README has no tour");
    var blocks = new ArrayList<List<Step>>();
    var block = BLOCK.matcher(section.group(1));
    while (block.find()) blocks.add(steps(block.group(1)));
    return blocks;
  }

  private static List<Step> steps(String block) {
    var steps = new ArrayList<Step>();
    for (var line : block.lines().toList()) {
      if (line.startsWith("$ ")) {
        steps.add(new Step(line.substring(2), new ArrayList<>()));
      } else if (steps.isEmpty()) {
        throw new AssertionError("a block of the tour does not begin with a command: " + line);
      } else {
        steps.getLast().output().add(line);
      }
    }
    return steps;
  }

  /**
   * Returns a line without what differs from run to run: times, ids, numbers, paths, the width of
   * columns.
   */
  static String normal(String line) {
    return line.replaceAll("\\d{4}-\\d\\d-\\d\\d(T[\\d:.]+Z)?", "<date>")
        .replaceAll("\\d\\d:\\d\\d:\\d\\d", "<time>")
        .replaceAll("[0-9a-f]{64}", "<sha>")
        .replaceAll("@[0-9a-f]{16}", "<id>")
        .replaceAll("cb_\\d+_[a-z0-9]+", "<callback>")
        .replaceAll("(?<![\\w:/.])/[\\w./-]+", "<path>")
        .replaceAll("\\d+(\\.\\d+)*(\\+\\d+(-LTS)?)?", "<n>")
        .replaceAll(" +", " ")
        .strip();
  }

  /** True if a line that was shown is what README says; {@code …} in it stands for anything. */
  static boolean fits(String shown, String written) {
    var parts = new ArrayList<String>();
    for (var part : normal(written).split("…", -1)) parts.add(Pattern.quote(part));
    return normal(shown).matches(String.join(".*", parts));
  }
}
