package dev.reveille.cli;

import java.util.concurrent.Callable;

/**
 * Runs the usual lines of {@code send}, {@code history} and {@code unread} without the command
 * line's parser, which takes longer than these commands do. Every other line goes to {@link Main}.
 */
public final class ShortMain {
  private ShortMain() {}

  public static void main(String[] args) {
    var terminal = Terminal.system();
    var command = ShortLine.read(terminal, args);
    if (command.isEmpty()) {
      Main.main(args);
      return;
    }
    int exit = run(command.get(), terminal);
    // As in Main: a command that succeeded need not wait for threads that read sockets.
    if (exit != 0) System.exit(exit);
  }

  static int run(Callable<Integer> command, Terminal terminal) {
    try {
      return command.call();
    } catch (Exception e) {
      return Main.report(e, terminal);
    }
  }
}
