package dev.reveille.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Types README's tour into a shell, line by line as it is written, and compares what is shown with
 * what README shows. Only the port is another one: several tests may run on one machine.
 */
@Tag("long")
class ReadmeTourTest {
  private static final Path README =
      Path.of(System.getProperty("reveille.dist")).resolve("../../../README.md").normalize();
  private static final long PATIENCE_SECONDS = 60;
  private static final String ENDED = "@@ended@@";

  private final Path folder;
  private final int port;

  ReadmeTourTest(@TempDir Path folder) throws IOException {
    this.folder = folder;
    try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      this.port = free.getLocalPort();
    }
  }

  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void the_tour_shows_what_it_says() throws Exception {
    Files.copy(README, folder.resolve("README.md"));
    launcher();
    var blocks = Tour.read(README);
    assertThat(blocks).hasSizeGreaterThan(6);
    try (var up = new Shell("up");
        var other = new Shell("other")) {
      var first = blocks.getFirst().getFirst();
      assertThat(first.command()).isEqualTo("./reveille up");
      up.type(first.command());
      up.awaitAll(first.output());
      for (var block : blocks.subList(1, blocks.size())) run(other, block);
    }
  }

  private void run(Shell shell, List<Tour.Step> block) throws Exception {
    shell.forget();
    var written = new ArrayList<String>();
    for (var step : block) {
      shell.run(step.command().replace(":6667", ":" + port));
      // A person goes on when the shell says that the job has ended.
      if (step.command().startsWith("kill %")) {
        shell.run(step.command().replace("kill", "wait") + " 2>/dev/null || true");
      }
      written.addAll(step.output());
      // What runs in the background, and what it shows of the next command, may be late.
      shell.awaitAll(written);
    }
    shell.compare(written);
  }

  /** Stands for `./reveille` of a checkout, without its look at the sources. */
  private void launcher() throws IOException {
    var line = Program.command(Map.of()).command();
    var script = new StringBuilder("#!/bin/sh\nexec");
    for (var word : line) script.append(" '").append(word.replace("'", "'\\''")).append('\'');
    var file = Files.writeString(folder.resolve("reveille"), script.append(" \"$@\"\n"));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  /** A shell whose output, of both kinds and of its jobs, is in one file. */
  private final class Shell implements AutoCloseable {
    private final Process process;
    private final Path shown;
    private final OutputStream in;
    private int seen;
    private int commands;

    Shell(String name) throws IOException {
      shown = folder.resolve(name + ".txt");
      var builder =
          new ProcessBuilder("bash", "--norc")
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(shown.toFile());
      var env = builder.environment();
      env.keySet().removeIf(variable -> !variable.equals("PATH"));
      env.putAll(
          Map.of(
              "HOME",
              folder.resolve("home").toString(),
              "PORT",
              Integer.toString(port),
              "HOST",
              "127.0.0.1",
              "REVEILLE_URL",
              "ws://127.0.0.1:" + port,
              "LC_ALL",
              "C.UTF-8"));
      process = Program.start(builder);
      in = process.getOutputStream();
      type("set -m"); // jobs, as in a terminal
    }

    void type(String line) throws IOException {
      in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      in.flush();
    }

    /** Returns the output since the last block, without the shell's own words about jobs. */
    private List<String> lines() throws IOException {
      var text = Files.readString(shown);
      return text.substring(Math.min(seen, text.length()))
          .lines()
          // The bar of a transfer writes over its line.
          .map(line -> line.substring(line.lastIndexOf('\r') + 1))
          .filter(line -> !line.isBlank() && !line.startsWith(ENDED))
          .filter(line -> !line.matches("\\[\\d+\\].*|bash: .*job control.*"))
          .toList();
    }

    void forget() throws IOException {
      seen = Files.readString(shown).length();
    }

    /** Runs a command and returns when it has ended, with success. */
    void run(String command) throws Exception {
      var ended = ENDED + " " + ++commands + " ";
      // Some commands, such as curl, end without a line break.
      type(command + "\ncode=$?; echo; echo " + ended + "$code");
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
      while (true) {
        var text = Files.readString(shown);
        var line = text.lines().filter(l -> l.startsWith(ended)).findFirst();
        if (line.isPresent()) {
          assertThat(line.get()).as("%s%n%s", command, text).isEqualTo(ended + "0");
          return;
        }
        assertThat(System.nanoTime()).as("%s ends%n%s", command, text).isLessThan(end);
        Thread.sleep(20);
      }
    }

    void awaitAll(List<String> written) throws Exception {
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
      while (!missing(written).isEmpty()) {
        assertThat(System.nanoTime())
            .as("%s%nis not in%n%s", missing(written), lines())
            .isLessThan(end);
        Thread.sleep(20);
      }
    }

    private List<String> missing(List<String> written) throws IOException {
      var left = new ArrayList<>(lines());
      var missing = new ArrayList<String>();
      for (var line : written) {
        if (line.equals("…")) continue;
        var found = left.stream().filter(l -> Tour.fits(l, line)).findFirst();
        if (found.isPresent()) left.remove(found.get());
        else missing.add(line);
      }
      return missing;
    }

    /** Nothing else was shown, unless README says that something is left out. */
    void compare(List<String> written) throws IOException {
      if (written.contains("…")) return;
      var left = new ArrayList<>(lines());
      for (var line : written) {
        left.remove(left.stream().filter(l -> Tour.fits(l, line)).findFirst().orElseThrow());
      }
      assertThat(left).as("lines that README does not show").isEmpty();
    }

    @Override
    public void close() throws IOException {
      in.close();
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      Program.end(process);
    }
  }
}
