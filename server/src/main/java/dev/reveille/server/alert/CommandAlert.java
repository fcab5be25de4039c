package dev.reveille.server.alert;

import dev.reveille.server.kernel.Programs;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Tells a person by a program that the operator named. The program gets the line on its standard
 * input, and as its last argument if it is a desktop notification. No shell is between.
 */
public final class CommandAlert implements AlertWay {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final int MOST_OUTPUT = 65_536;

  private final String name;
  private final List<String> command;
  private final boolean asArgument;
  private final Programs programs;

  private CommandAlert(String name, List<String> command, boolean asArgument, Programs programs) {
    this.name = name;
    this.command = List.copyOf(command);
    this.asArgument = asArgument;
    this.programs = programs;
  }

  /**
   * Returns the way by a program.
   *
   * @param command the program and its arguments
   */
  public static CommandAlert of(List<String> command, Programs programs) {
    if (command.isEmpty()) throw new IllegalArgumentException("no command");
    return new CommandAlert("command", command, false, programs);
  }

  /** Returns the way by a notification on the desktop of the user who runs the server. */
  public static CommandAlert desktop(String system, Programs programs) {
    var command =
        system.toLowerCase(Locale.ROOT).contains("mac")
            ? List.of(
                "osascript",
                "-e",
                "on run argv",
                "-e",
                "display notification (item 1 of argv) with title \"Reveille\"",
                "-e",
                "end run")
            : List.of("notify-send", "--app-name=Reveille", "--urgency=critical", "--", "Reveille");
    return new CommandAlert("desktop", command, true, programs);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void tell(String key, String text) throws IOException, InterruptedException {
    var all = new ArrayList<>(command);
    if (asArgument) all.add(text);
    var ended = programs.run(all, text + "\n", MOST_OUTPUT, LIMIT);
    if (ended.exit() != 0) {
      throw new IOException(command.getFirst() + " ended with " + ended.exit());
    }
  }
}
