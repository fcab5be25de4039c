package dev.reveille.cli;

import dev.reveille.protocol.Json;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "mail",
    description = "Look after what the program of 'listen --exec' could not handle.",
    subcommandsRepeatable = false,
    footer = {"%nExamples:", "  reveille mail dead list", "  reveille mail dead retry 3"})
final class MailCommands {
  private MailCommands() {}

  static CommandLine group(Terminal terminal) {
    return new CommandLine(new MailCommands()).addSubcommand(Dead.group(terminal));
  }

  @Command(
      name = "dead",
      description = {
        "Show, try again or drop dead letters.",
        "A dead letter is a batch of messages that the program of 'listen --exec' failed to handle"
            + " as often as --tries says. It is kept on this machine."
      },
      subcommandsRepeatable = false,
      footer = {
        "%nExamples:",
        "  reveille mail dead list --identity ada",
        "  reveille mail dead show 3 --json",
        "  reveille mail dead retry 3",
        "  reveille mail dead drop --all",
        "%nKept in $$XDG_CONFIG_HOME/reveille/mail (default ~/.config), for you alone."
      })
  static final class Dead {
    private Dead() {}

    static CommandLine group(Terminal terminal) {
      return new CommandLine(new Dead())
          .addSubcommand(new Listing(terminal))
          .addSubcommand(new Show(terminal))
          .addSubcommand(new Retry(terminal))
          .addSubcommand(new Drop(terminal));
    }
  }

  /** A command about the letters of one identity. */
  abstract static class AboutLetters implements Callable<Integer> {
    final Terminal terminal;

    @Mixin ServerOptions server = new ServerOptions();

    AboutLetters(Terminal terminal) {
      this.terminal = terminal;
    }

    /** Connects only if a token says who the agent is: an identity's id is in its file. */
    final DeadLetters letters() {
      return DeadLetters.of(
          terminal,
          server
              .agent
              .localId(terminal)
              .orElseGet(
                  () -> {
                    try (var client = server.side(terminal, ConnectAs.IDENTITY)) {
                      return client.agentId();
                    }
                  }));
    }
  }

  /** A command about some of them. */
  abstract static class AboutSome extends AboutLetters {
    @Parameters(arity = "0..*", paramLabel = "ID", description = "As 'mail dead list' shows it.")
    List<String> ids = new ArrayList<>();

    @Option(names = "--all", description = "All of them.")
    boolean all;

    AboutSome(Terminal terminal) {
      super(terminal);
    }

    final List<DeadLetter> chosen(DeadLetters letters) {
      if (all == !ids.isEmpty()) throw new Problem(Exit.USAGE, "Give either an ID or --all.");
      if (all) return letters.all();
      return ids.stream().map(AboutSome::number).map(id -> found(letters, id)).toList();
    }

    /** Picocli would call a word that is no number one argument too many. */
    private static long number(String id) {
      if (id.matches("[0-9]{1,18}")) return Long.parseLong(id);
      throw new Problem(
          Exit.USAGE,
          "'" + id + "' is not the number of a dead letter. See: reveille mail dead list");
    }
  }

  private static DeadLetter found(DeadLetters letters, long id) {
    return letters
        .find(id)
        .orElseThrow(
            () ->
                new Problem(
                    Exit.FAILED,
                    "There is no dead letter " + id + ". See: reveille mail dead list"));
  }

  @Command(
      name = "list",
      description = "List the dead letters of an identity.",
      footer = {"%nExample:", "  reveille mail dead list --identity ada"})
  static final class Listing extends AboutLetters {
    @Option(names = "--json", description = "One JSON object per line.")
    boolean json;

    Listing(Terminal terminal) {
      super(terminal);
    }

    @Override
    public Integer call() {
      var all = letters().all();
      if (json) {
        all.forEach(letter -> terminal.out().println(letter.json()));
      } else if (all.isEmpty()) {
        terminal.err().println(terminal.dim("There are no dead letters."));
      } else {
        new Printer(terminal)
            .table(
                List.of("ID", "SINCE", "MESSAGES", "TRIES", "FROM", "REASON"),
                all.stream().map(Listing::row).toList());
      }
      return Exit.OK.code();
    }

    private static List<String> row(DeadLetter letter) {
      var senders = new LinkedHashSet<String>();
      for (var entry : letter.entries()) {
        Json.read(entry).ifPresent(m -> senders.add(m.path("from_name").asString("")));
      }
      return List.of(
          Long.toString(letter.id()),
          Instant.ofEpochMilli(letter.at()).truncatedTo(ChronoUnit.SECONDS).toString(),
          Integer.toString(letter.entries().size()),
          Integer.toString(letter.tries()),
          String.join(" ", senders),
          letter.reason());
    }
  }

  @Command(
      name = "show",
      description = "Show the messages of a dead letter.",
      footer = {"%nExample:", "  reveille mail dead show 3 --json"})
  static final class Show extends AboutLetters {
    @Parameters(paramLabel = "ID", description = "As 'mail dead list' shows it.")
    long id;

    @Option(names = "--json", description = "One JSON object per line, as the server sent it.")
    boolean json;

    Show(Terminal terminal) {
      super(terminal);
    }

    @Override
    public Integer call() {
      var printer = new Printer(terminal);
      for (var entry : found(letters(), id).entries()) {
        if (json) printer.json(entry);
        else printer.entry(entry);
      }
      return Exit.OK.code();
    }
  }

  @Command(
      name = "retry",
      description = "Run the program with dead letters once more, and drop those that it handles.",
      footer = {
        "%nExamples:",
        "  reveille mail dead retry 3",
        "  reveille mail dead retry --all --exec ./turn.sh"
      })
  static final class Retry extends AboutSome {
    @Option(
        names = "--exec",
        paramLabel = "CMD",
        description = "The program. Default: the one that failed.")
    @Nullable String exec;

    Retry(Terminal terminal) {
      super(terminal);
    }

    @Override
    public Integer call() throws InterruptedException {
      var letters = letters();
      int failed = 0;
      for (var letter : chosen(letters)) {
        var handler =
            new BatchHandler(
                exec == null ? letter.command() : exec, terminal.env(), ExecOption.DEFAULT_TIMEOUT);
        var failure = handler.run(letter.entries(), letter.tries() + 1);
        if (failure.isEmpty()) {
          letters.remove(java.util.Set.of(letter.id()));
          terminal.err().println(terminal.dim("handled " + letter.id()));
        } else {
          failed++;
          terminal.warn("Dead letter " + letter.id() + " failed again: " + failure.get() + ".");
        }
      }
      return failed == 0 ? Exit.OK.code() : Exit.FAILED.code();
    }
  }

  @Command(
      name = "drop",
      description = "Remove dead letters. They are gone then.",
      footer = {"%nExample:", "  reveille mail dead drop 3"})
  static final class Drop extends AboutSome {
    Drop(Terminal terminal) {
      super(terminal);
    }

    @Override
    public Integer call() {
      var letters = letters();
      var chosen = chosen(letters);
      letters.remove(new LinkedHashSet<>(chosen.stream().map(DeadLetter::id).toList()));
      terminal.out().println("dropped " + chosen.size());
      return Exit.OK.code();
    }
  }
}
