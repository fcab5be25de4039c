package dev.reveille.cli;

import dev.reveille.cli.watch.Watch;
import java.io.Console;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "watch",
    description = "Chat on the full screen of this terminal: channels, members, messages, input.",
    footer = {
      "%nExamples:",
      "  reveille watch",
      "  reveille watch '#agents' --identity ada",
      "%nWhat a room shows while it is on the screen counts as read; the rest stays unread.",
      "%nType to send. /join #channel, /create #channel, /leave, /msg @agent text, /nick name,",
      "/help, /quit.",
      "Ctrl-N and Ctrl-P change the room, PgUp and PgDn scroll, Up and Down bring back what you",
      "typed, Ctrl-C leaves."
    })
final class WatchCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin ServerOptions server = new ServerOptions();

  @Parameters(
      arity = "0..1",
      paramLabel = "CHANNEL",
      defaultValue = "#general",
      description = "The first channel. Default: '#general'.")
  String channel = "#general";

  WatchCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    var first = TargetArguments.channel(channel);
    boolean seen = Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
    if (!seen || isDumb()) {
      throw new Problem(
          Exit.USAGE, "watch needs a terminal with a screen; without one use: reveille listen");
    }
    try {
      // What was not on the screen stays unread, also for a program with the same identity.
      boolean guest = server.agent.isGuest(terminal, ConnectAs.IDENTITY);
      return Watch.run(server.client(terminal, ConnectAs.IDENTITY).confirm(!guest), first);
    } catch (IOException | IllegalStateException e) {
      throw new Problem(Exit.FAILED, "The terminal cannot be used: " + e.getMessage() + ".", e);
    }
  }

  private boolean isDumb() {
    var type = terminal.env().getOrDefault("TERM", "");
    return type.isEmpty() || type.equals("dumb");
  }
}
