package dev.reveille.cli;

import dev.reveille.server.store.EventLog;
import dev.reveille.server.store.StoreException;
import dev.reveille.server.store.StoredEvent;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Prints the audit of a data folder. */
final class StoredAudit implements AutoCloseable {
  private static final int PAGE = 500;
  private static final long LOOK_MILLIS = 500;
  private static final DateTimeFormatter CLOCK =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(ZoneId.systemDefault());

  private final Terminal terminal;
  private final EventLog log;

  private StoredAudit(Terminal terminal, EventLog log) {
    this.terminal = terminal;
    this.log = log;
  }

  /** Opens the audit, uses it and closes it. An error becomes a sentence. */
  static void read(Terminal terminal, Path folder, Consumer<StoredAudit> reading) {
    try (var audit = new StoredAudit(terminal, EventLog.open(folder))) {
      reading.accept(audit);
    } catch (StoreException e) {
      throw new Problem(Exit.FAILED, String.valueOf(e.getMessage()), e);
    }
  }

  /** Prints the newest events, and then new ones until the thread is interrupted. */
  void tail(int count, boolean follow, boolean json) {
    // Where to go on must be known also if nothing is shown.
    var newest = log.newest(Math.max(1, count));
    if (count > 0) newest.forEach(event -> print(event, json));
    long last = newest.isEmpty() ? 0 : newest.getLast().id();
    while (follow) {
      for (var event : log.after(last, PAGE)) {
        print(event, json);
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

  private void print(StoredEvent event, boolean json) {
    if (json) {
      terminal.out().println(EventLog.json(event));
      return;
    }
    var rest = new StringBuilder();
    for (var part : new @Nullable String[] {event.agent(), event.channel(), event.detail()}) {
      if (part != null) rest.append("  ").append(part);
    }
    terminal
        .out()
        .println(
            terminal.dim(CLOCK.format(Instant.ofEpochMilli(event.at())))
                + "  "
                + terminal.cyan(Plain.line(event.kind()))
                + Plain.line(rest.toString()));
  }

  void lines() {
    all(event -> terminal.out().println(EventLog.json(event)));
  }

  void csv() {
    terminal.out().print("id,at,kind,agent,channel,detail\r\n");
    all(event -> terminal.out().print(csv(event)));
    terminal.out().flush();
  }

  private void all(Consumer<StoredEvent> print) {
    var page = log.after(0, PAGE);
    while (!page.isEmpty()) {
      page.forEach(print);
      page = log.after(page.getLast().id(), PAGE);
    }
  }

  private static String csv(StoredEvent e) {
    return String.join(
            ",",
            Long.toString(e.id()),
            Instant.ofEpochMilli(e.at()).toString(),
            quoted(e.kind()),
            quoted(e.agent()),
            quoted(e.channel()),
            quoted(e.detail()))
        + "\r\n";
  }

  private static String quoted(@Nullable String value) {
    return value == null ? "" : "\"" + value.replace("\"", "\"\"") + "\"";
  }

  @Override
  public void close() {
    log.close();
  }
}
