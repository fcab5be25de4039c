package dev.reveille.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "audit",
    description =
        "Show the audit: which agents connected and left, and what administrators did or tried to do.",
    subcommandsRepeatable = false,
    footer = {
      "%nExamples:",
      "  reveille audit tail -f",
      "  reveille audit export --format csv > audit.csv",
      "%nReads the data folder, beside a running server or without one. What agents said is not"
          + " in it."
    })
final class AuditCommand {
  private AuditCommand() {}

  static CommandLine group(Terminal terminal) {
    return new CommandLine(new AuditCommand())
        .addSubcommand(new Tail(terminal))
        .addSubcommand(new Export(terminal));
  }

  /** A command that reads the audit. */
  abstract static class Reading implements Callable<Integer> {
    final Terminal terminal;

    @Option(
        names = "--data-dir",
        paramLabel = "FOLDER",
        description = "The server's data folder. Default: $$DATA_DIR, else the platform's.")
    @Nullable Path dataDir;

    Reading(Terminal terminal) {
      this.terminal = terminal;
    }

    Path folder() {
      return dataDir == null ? ConfigFolder.data(terminal.env()) : dataDir;
    }
  }

  @Command(
      name = "tail",
      description = "Show the newest events.",
      footer = {"%nExamples:", "  reveille audit tail -n 100", "  reveille audit tail -f --json"})
  static final class Tail extends Reading {
    private static final int MOST = 100_000;

    @Option(names = "-n", paramLabel = "N", description = "How many events. Default: 20.")
    int count = 20;

    @Option(
        names = {"-f", "--follow"},
        description = "Then print new events as they come. Ctrl-C ends it.")
    boolean follow;

    @Option(names = "--json", description = "One JSON object per line.")
    boolean json;

    Tail(Terminal terminal) {
      super(terminal);
    }

    @Override
    public Integer call() {
      if (count < 0 || count > MOST) {
        throw new Problem(Exit.USAGE, "-n is " + count + "; give a number from 0 to " + MOST + ".");
      }
      StoredAudit.read(terminal, folder(), audit -> audit.tail(count, follow, json));
      return Exit.OK.code();
    }
  }

  @Command(
      name = "export",
      description = "Print all stored events, oldest first.",
      footer = {
        "%nExamples:",
        "  reveille audit export > audit.jsonl",
        "  reveille audit export --format csv > audit.csv"
      })
  static final class Export extends Reading {
    enum Format {
      jsonl,
      csv
    }

    @Option(names = "--format", paramLabel = "jsonl|csv", description = "Default: jsonl.")
    Format format = Format.jsonl;

    Export(Terminal terminal) {
      super(terminal);
    }

    @Override
    public Integer call() {
      StoredAudit.read(
          terminal,
          folder(),
          audit -> {
            switch (format) {
              case jsonl -> audit.lines();
              case csv -> audit.csv();
            }
          });
      return Exit.OK.code();
    }
  }
}
