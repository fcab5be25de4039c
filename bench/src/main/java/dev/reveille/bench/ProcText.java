package dev.reveille.bench;

import java.util.Optional;
import java.util.OptionalLong;

/** Reads the texts that Linux shows under {@code /proc/<pid>}. */
final class ProcText {
  /** Linux shows times to programs in this unit on every architecture, whatever its timer does. */
  private static final double TICKS_PER_SECOND = 100;

  private ProcText() {}

  /** Returns the time of the process with all its threads, from {@code stat}. */
  static Optional<CpuTime> cpu(String stat) {
    return times(stat, 11);
  }

  /** Returns the time of the children that the process has waited for, from its {@code stat}. */
  static Optional<CpuTime> endedChildrenCpu(String stat) {
    return times(stat, 13);
  }

  private static Optional<CpuTime> times(String stat, int at) {
    // The second field is the program's name in brackets and may itself hold brackets and spaces.
    int end = stat.lastIndexOf(')');
    if (end < 0) return Optional.empty();
    var fields = stat.substring(end + 1).strip().split("\\s+", -1);
    if (fields.length < 15) return Optional.empty();
    try {
      double user = Long.parseLong(fields[at]) / TICKS_PER_SECOND;
      double system = Long.parseLong(fields[at + 1]) / TICKS_PER_SECOND;
      return Optional.of(new CpuTime(user, system));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** Returns the resident bytes, from {@code status}. */
  static OptionalLong rssBytes(String status) {
    return status
        .lines()
        .filter(line -> line.startsWith("VmRSS:"))
        .map(line -> line.replaceAll("[^0-9]", ""))
        .filter(digits -> !digits.isEmpty())
        .mapToLong(digits -> Long.parseLong(digits) * 1024)
        .findFirst();
  }

  /**
   * Returns the hard limit of open files, from {@code limits}: a JVM raises its soft limit to it by
   * itself.
   */
  static OptionalLong openFiles(String limits) {
    return limits
        .lines()
        .filter(line -> line.startsWith("Max open files"))
        .map(line -> line.split("\\s+", -1))
        .filter(words -> words.length > 4)
        .mapToLong(words -> words[4].equals("unlimited") ? Long.MAX_VALUE : parse(words[4]))
        .findFirst();
  }

  private static long parse(String digits) {
    try {
      return Long.parseLong(digits);
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
