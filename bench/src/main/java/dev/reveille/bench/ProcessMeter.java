package dev.reveille.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Reads what a process has used from the operating system and its JVM. */
record ProcessMeter(long pid) {
  private static final int JCMD_SECONDS = 60;

  /** The last line of a class histogram. */
  private static final Pattern TOTAL = Pattern.compile("Total\\s+[0-9]+\\s+([0-9]{1,18})");

  /** A line of a class histogram: rank, instances, bytes, class. */
  private static final Pattern ROW = Pattern.compile("\\s*[0-9]+:\\s+[0-9]+\\s+([0-9]{1,18})\\s.*");

  static ProcessMeter self() {
    return new ProcessMeter(ProcessHandle.current().pid());
  }

  /** Returns the CPU time without children; empty where there is no {@code /proc} (macOS). */
  Optional<CpuTime> cpu() {
    return read(pid, "stat").flatMap(ProcText::cpu);
  }

  /**
   * Returns the CPU time with all children, ended and live; empty where there is no {@code /proc}
   * (macOS).
   */
  Optional<CpuTime> cpuWithChildren() {
    return cpu().map(own -> own.plus(childrenCpu()));
  }

  /** Returns the CPU time of children that have ended; zero where there is no {@code /proc}. */
  CpuTime endedChildren() {
    return read(pid, "stat").flatMap(ProcText::endedChildrenCpu).orElse(CpuTime.ZERO);
  }

  private CpuTime childrenCpu() {
    var sum = read(pid, "stat").flatMap(ProcText::endedChildrenCpu).orElse(CpuTime.ZERO);
    var live = ProcessHandle.of(pid).map(ProcessHandle::descendants).orElse(Stream.empty());
    for (var child : live.toList()) {
      sum = sum.plus(new ProcessMeter(child.pid()).cpu().orElse(CpuTime.ZERO));
    }
    return sum;
  }

  OptionalLong rssBytes() {
    return read(pid, "status").map(ProcText::rssBytes).orElse(OptionalLong.empty());
  }

  OptionalLong openFilesLimit() {
    return read(pid, "limits").map(ProcText::openFiles).orElse(OptionalLong.empty());
  }

  /**
   * Returns the bytes of live objects after a full collection; empty if the JVM gives no answer.
   */
  OptionalLong liveHeapBytes() {
    try {
      var jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
      // Twice: the first collection clears references that the second one can then free.
      run(jcmd, Long.toString(pid), "GC.run");
      return histogramTotal(run(jcmd, Long.toString(pid), "GC.class_histogram"));
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }

  /**
   * Returns the bytes of a class histogram without fillers. The serial collector leaves some dead
   * objects where they are and shows their space as fillers.
   *
   * @param histogram its last line is {@code Total <instances> <bytes>}
   */
  static OptionalLong histogramTotal(String histogram) {
    var total =
        bytes(histogram.lines().filter(line -> line.startsWith("Total")), TOTAL).findFirst();
    if (total.isEmpty()) return total;
    long fillers =
        bytes(histogram.lines().filter(line -> line.contains("jdk.internal.vm.Filler")), ROW).sum();
    return OptionalLong.of(total.getAsLong() - fillers);
  }

  private static LongStream bytes(Stream<String> lines, Pattern shape) {
    return lines
        .map(shape::matcher)
        .filter(Matcher::matches)
        .mapToLong(line -> Long.parseLong(line.group(1)));
  }

  private static String run(String... command) throws IOException {
    var output = Files.createTempFile("reveille-bench", ".txt");
    try {
      var process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      if (!process.waitFor(JCMD_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IOException("no answer from " + command[0]);
      }
      return Files.readString(output);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      Files.deleteIfExists(output);
    }
  }

  private static Optional<String> read(long pid, String name) {
    try {
      var path = Path.of("/proc", Long.toString(pid), name);
      return Optional.of(new String(Files.readAllBytes(path), StandardCharsets.UTF_8));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
