package dev.reveille.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A terminal of tmux with a shell in it, on a tmux server of its own. Closing ends both. */
final class Pane implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 60;

  private final String socket;
  private final Path folder;

  Pane(Path folder, int columns, int rows) {
    this.folder = folder;
    socket = folder.resolve("tmux.sock").toString();
    var version = Machine.run("tmux", "-V");
    assertThat(version.ok()).as("this test needs tmux: %s", version.text()).isTrue();
    tmux(
        "-f",
        "/dev/null",
        "new-session",
        "-d",
        "-x",
        Integer.toString(columns),
        "-y",
        Integer.toString(rows),
        "env LC_ALL=C.UTF-8 PS1='$ ' sh");
    awaitText("$");
  }

  private String tmux(String... args) {
    var line = new ArrayList<>(List.of("tmux", "-u", "-S", socket));
    line.addAll(List.of(args));
    var result = Machine.run(line.toArray(String[]::new));
    assertThat(result.ok()).as("%s: %s", line, result.text()).isTrue();
    return result.text();
  }

  /** Has the shell run a command of the program, then say {@code left-} and its exit code. */
  void run(Map<String, String> env, String... args) {
    var script = new StringBuilder("#!/bin/sh\n");
    env.forEach((name, value) -> script.append("export ").append(name + "=" + quote(value) + "\n"));
    Program.command(Map.of(), args).command().forEach(w -> script.append(quote(w)).append(' '));
    try {
      var file = Files.writeString(folder.resolve("run.sh"), script + "\necho left-$?\n");
      type("sh " + file + "; stty -a | grep -o '.icanon'");
      press("Enter");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String quote(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }

  void type(String text) {
    tmux("send-keys", "-l", text);
  }

  /** A key by the name that tmux has for it. */
  void press(String key) {
    tmux("send-keys", key);
  }

  void resize(int columns, int rows) {
    tmux("resize-window", "-x", Integer.toString(columns), "-y", Integer.toString(rows));
  }

  String text() {
    return tmux("capture-pane", "-p");
  }

  /** Returns what a program said to the terminal that no line shows. */
  String title() {
    return tmux("display-message", "-p", "#{pane_title}");
  }

  /** True if a program has the full screen. */
  boolean isFullScreen() {
    return tmux("display-message", "-p", "#{alternate_on}").equals("1");
  }

  /** The program that the shell runs now. By its parent: a long command line is not to be had. */
  ProcessHandle program() {
    long shell = Long.parseLong(tmux("display-message", "-p", "#{pane_pid}").strip());
    return ProcessHandle.of(shell)
        .orElseThrow()
        .descendants()
        .filter(process -> process.info().command().orElse("").endsWith("java"))
        .findFirst()
        .orElseThrow();
  }

  String awaitText(String part) {
    return await(text -> text.contains(part), part);
  }

  String await(Predicate<String> wanted, String what) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (true) {
      var text = text();
      if (wanted.test(text)) return text;
      assertThat(System.nanoTime() < end).as("'%s' in:%n%s", what, text).isTrue();
      try {
        Thread.sleep(50);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }
  }

  @Override
  public void close() {
    var _ = Machine.run("tmux", "-S", socket, "kill-server");
  }
}
