package dev.reveille.cli;

import dev.reveille.server.store.EventLog;
import dev.reveille.server.store.StoreException;
import dev.reveille.server.store.StoredEvent;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "audit",
    description = "Show what happened: who came and went, what administrators did and tried.",
    subcommandsRepeatable = false,
    footer = {
      "%nExamples:",
      "  reveille audit tail -f",
      "  reveille audit export --format csv > audit.csv",
      "%nReads the data folder, beside a running server or without one. What agents said is not"
          + " in it."
    })
final class AuditCommand {
  private static final int PAGE = 500;

  private AuditCommand() {}

  static CommandLine group(Terminal terminal) {
    return new CommandLine(new AuditCommand())
        .addSubcommand(new Tail(terminal))
        .addSubcommand(new Export(terminal));
  }

  /** What both have in common. */
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

    @Override
    public final Integer call() {
      var folder = dataDir == null ? ConfigFolder.data(terminal.env()) : dataDir;
      try (var log = EventLog.open(folder)) {
        read(log);
        return Exit.OK.code();
      } catch (StoreException e) {
        throw new Problem(Exit.FAILED, String.valueOf(e.getMessage()), e);
      }
    }

    abstract void read(EventLog log);
  }

  @Command(
      name = "tail",
      description = "Show the newest events.",
      footer = {"%nExamples:", "  reveille audit tail -n 100", "  reveille audit tail -f --json"})
  static final class Tail extends Reading {
    private static final int MOST = 100_000;
    private static final long LOOK_MILLIS = 500;
    private static final DateTimeFormatter CLOCK =
        DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(ZoneId.systemDefault());

    @Option(names = "-n", paramLabel = "N", description = "So many. Default: 20.")
    int count = 20;

    @Option(
        names = {"-f", "--follow"},
        description = "Go on with what happens. Ctrl-C ends it.")
    boolean follow;

    @Option(names = "--json", description = "One JSON object per line.")
    boolean json;

    Tail(Terminal terminal) {
      super(terminal);
    }

    @Override
    void read(EventLog log) {
      if (count < 0 || count > MOST) {
        throw new Problem(Exit.USAGE, "-n is " + count + "; give a number from 0 to " + MOST + ".");
      }
      // Where to go on must be known also if nothing is shown.
      var newest = log.newest(Math.max(1, count));
      if (count > 0) newest.forEach(this::print);
      long last = newest.isEmpty() ? 0 : newest.getLast().id();
      while (follow) {
        for (var event : log.after(last, PAGE)) {
          print(event);
          last = event.id();
        }
        try {
          Thread.sleep(LOOK_MILLIS);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return;
        }
      }
    }

    private void print(StoredEvent event) {
      if (json) {
        terminal.out().println(EventLog.json(event));
        return;
      }
      var line = new StringBuilder();
      for (var part : new String[] {event.agent(), event.channel(), event.detail()}) {
        if (part != null) line.append("  ").append(part);
      }
      terminal
          .out()
          .println(
              terminal.dim(CLOCK.format(Instant.ofEpochMilli(event.at())))
                  + "  "
                  + terminal.cyan(Plain.line(event.kind()))
                  + Plain.line(line.toString()));
    }
  }

  @Command(
      name = "export",
      description = "Print every event that is kept, oldest first.",
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
    void read(EventLog log) {
      if (format == Format.csv) terminal.out().print("id,at,kind,agent,channel,detail\r\n");
      List<StoredEvent> page = log.after(0, PAGE);
      while (!page.isEmpty()) {
        for (var event : page) {
          switch (format) {
            case jsonl -> terminal.out().println(EventLog.json(event));
            case csv -> terminal.out().print(csv(event));
          }
        }
        page = log.after(page.getLast().id(), PAGE);
      }
      terminal.out().flush();
    }

    private static String csv(StoredEvent e) {
      return e.id()
          + ","
          + Instant.ofEpochMilli(e.at())
          + ","
          + quoted(e.kind())
          + ","
          + quoted(e.agent())
          + ","
          + quoted(e.channel())
          + ","
          + quoted(e.detail())
          + "\r\n";
    }

    private static String quoted(@Nullable String value) {
      return value == null ? "" : "\"" + value.replace("\"", "\"\"") + "\"";
    }
  }
}
