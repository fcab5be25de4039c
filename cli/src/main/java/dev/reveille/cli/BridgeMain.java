package dev.reveille.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Runs {@code reveille mcp} without the command line's parser, because the program that starts it
 * waits for its first answer. Everything but the usual options goes to {@link Main}.
 */
public final class BridgeMain {
  private BridgeMain() {}

  public static void main(String[] args) {
    var terminal =
        new Terminal(
            System.in,
            print(FileDescriptor.out),
            print(FileDescriptor.err),
            System.getenv(),
            false);
    var command = new McpCommand(terminal);
    if (!isRead(args, command)) {
      Main.main(args);
      return;
    }
    try {
      var _ = command.call();
    } catch (Problem e) {
      terminal.error(String.valueOf(e.getMessage()));
      System.exit(e.exit().code());
    }
  }

  private static PrintStream print(FileDescriptor to) {
    return new PrintStream(new FileOutputStream(to), true, StandardCharsets.UTF_8);
  }

  /** Reads {@code mcp} and its options. False if there is anything else, or an option twice. */
  static boolean isRead(String[] args, McpCommand command) {
    if (args.length % 2 == 0 || !args[0].equals("mcp")) return false;
    for (int i = 1; i < args.length; i += 2) {
      var value = args[i + 1];
      if (value.startsWith("-") || value.isEmpty()) return false;
      switch (args[i]) {
        case "--token-file" -> {
          if (command.tokenFile != null) return false;
          command.tokenFile = Path.of(value);
        }
        case "--identity", "-i" -> {
          if (command.identity != null) return false;
          command.identity = value;
        }
        case "--url" -> {
          if (command.url.url != null) return false;
          command.url.url = value;
        }
        default -> {
          return false;
        }
      }
    }
    return true;
  }
}
