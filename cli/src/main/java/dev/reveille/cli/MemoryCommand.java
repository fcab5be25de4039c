package dev.reveille.cli;

import dev.reveille.protocol.SeatAnswers;
import dev.reveille.protocol.SeatMessages;
import dev.reveille.protocol.SeatOrders;
import dev.reveille.protocol.ServerMessages;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands that show what an agent remembers. */
@Command(
    name = "memory",
    description = "Show what an agent remembers: sessions, handoffs, what it worked on last.",
    synopsisSubcommandLabel = "COMMAND",
    footer = {"%nExamples:", "  reveille memory show ada", "  reveille memory own --identity ada"})
final class MemoryCommand {
  private MemoryCommand() {}

  static CommandLine group(Terminal terminal) {
    return new CommandLine(new MemoryCommand())
        .addSubcommand(new Show(terminal))
        .addSubcommand(new Own(terminal));
  }

  @Command(
      name = "show",
      description = "Show the memory of an agent. Needs the admin key.",
      footer = {"%nExamples:", "  reveille memory show ada"})
  static final class Show implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin AdminOptions admin = new AdminOptions();

    @Parameters(paramLabel = "AGENT", description = "The agent: its name, or its id with @.")
    String agent = "";

    Show(Terminal terminal) {
      this.terminal = terminal;
    }

    @Override
    public Integer call() {
      var result = admin.order(terminal, new SeatOrders.ShowMemory(agent));
      if (admin.json) terminal.out().println(AdminOptions.json(result));
      else print(terminal, SeatAnswers.Memory.of(result.extras()));
      return Exit.OK.code();
    }
  }

  @Command(
      name = "own",
      description = "Show the memory of an identity of yours. Needs no admin key.",
      footer = {"%nExamples:", "  reveille memory own --identity ada"})
  static final class Own implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin ServerOptions server = new ServerOptions();

    @Option(names = "--json", description = "Print the server's answer.")
    boolean json;

    Own(Terminal terminal) {
      this.terminal = terminal;
    }

    @Override
    public Integer call() {
      if (server.agent.ephemeral) {
        throw new Problem(Exit.USAGE, "A guest remembers nothing; use an identity.");
      }
      try (var client = server.side(terminal, ConnectAs.IDENTITY)) {
        var memory = client.seat().memory();
        if (json) {
          var text = ServerMessages.write(memory, System.currentTimeMillis());
          terminal.out().println(new String(text, StandardCharsets.UTF_8));
        } else {
          print(terminal, memory);
        }
      }
      return Exit.OK.code();
    }
  }

  private static void print(Terminal terminal, SeatAnswers.Memory memory) {
    var printer = new Printer(terminal);
    var sessions = new ArrayList<List<String>>();
    for (var session : memory.sessions()) {
      var ending = session.ending();
      sessions.add(
          List.of(
              session.id(),
              session.reason(),
              SeatCommands.instant(session.startedAt()),
              time(session.seenAt()),
              time(session.endedAt()),
              ending == null ? "" : ending.word(),
              session.origin() == null ? "" : session.origin()));
    }
    printer.table(
        List.of("SESSION", "REASON", "STARTED", "FIRST HEARD", "ENDED", "HOW", "CONTINUES"),
        sessions);
    for (var handoff : memory.handoffs()) {
      terminal.out().println();
      terminal
          .out()
          .println(
              "Handoff "
                  + handoff.number()
                  + " of "
                  + SeatCommands.instant(handoff.at())
                  + " by "
                  + Plain.line(handoff.author()));
      note(terminal, handoff.note());
    }
    if (!memory.workedOn().isEmpty()) {
      terminal.out().println();
      printer.table(
          List.of("WORKED ON LAST", "WHEN", "SESSION"),
          memory.workedOn().stream()
              .map(
                  each ->
                      List.of(
                          each.thing(),
                          SeatCommands.instant(each.at()),
                          each.session() == null ? "" : each.session()))
              .toList());
    }
  }

  private static void note(Terminal terminal, SeatMessages.Note note) {
    terminal.out().println("  done: " + Plain.line(note.done()));
    terminal.out().println("  next: " + Plain.line(note.next()));
    terminal.out().println("  questions: " + Plain.line(note.questions()));
  }

  private static String time(@Nullable Long millis) {
    return millis == null ? "" : SeatCommands.instant(millis);
  }
}
