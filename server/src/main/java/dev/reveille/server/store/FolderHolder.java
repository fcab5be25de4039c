package dev.reveille.server.store;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The note of the process that holds a data folder.
 *
 * @param start distinguishes it from a later process with the same id, see {@link ProcessStart};
 *     empty if the note does not contain it
 * @param chat its WebSocket address; null until it accepts connections
 * @param dashboard its address for browsers; null until it accepts connections
 * @param log the file that it logs to; null if it logs to standard error
 */
public record FolderHolder(
    long pid,
    Instant since,
    String start,
    @Nullable String chat,
    @Nullable String dashboard,
    @Nullable String log) {
  /** The size limit of a note. It is more than any note needs. */
  static final int MOST_BYTES = 16 << 10;

  /** Returns the note of this process. */
  static FolderHolder self(Instant since) {
    long pid = ProcessHandle.current().pid();
    return new FolderHolder(pid, since, ProcessStart.of(pid).orElse(""), null, null, null);
  }

  FolderHolder at(String chatUri, String dashboardUri, @Nullable String logFile) {
    return new FolderHolder(pid, since, start, chatUri, dashboardUri, logFile);
  }

  /** True if the process that wrote this note still runs. */
  public boolean runs() {
    return !start.isEmpty() && ProcessStart.of(pid).filter(start::equals).isPresent();
  }

  String text() {
    var text = new StringBuilder().append(pid).append(' ').append(since).append('\n');
    line(text, "start", start.isEmpty() ? null : start);
    line(text, "chat", chat);
    line(text, "dashboard", dashboard);
    line(text, "log", log);
    return text.toString();
  }

  private static void line(StringBuilder text, String name, @Nullable String value) {
    if (value != null) text.append(name).append(' ').append(value).append('\n');
  }

  /** Returns the note; empty if the text is not a note. */
  static Optional<FolderHolder> parse(String text) {
    var lines = text.lines().toList();
    if (lines.isEmpty()) return Optional.empty();
    var first = lines.getFirst().split(" ", 2);
    if (first.length != 2) return Optional.empty();
    var named = new HashMap<String, String>();
    for (var line : lines.subList(1, lines.size())) {
      int space = line.indexOf(' ');
      if (space > 0) named.put(line.substring(0, space), line.substring(space + 1));
    }
    try {
      return Optional.of(
          new FolderHolder(
              Long.parseLong(first[0]),
              Instant.parse(first[1]),
              named.getOrDefault("start", ""),
              named.get("chat"),
              named.get("dashboard"),
              named.get("log")));
    } catch (NumberFormatException | DateTimeException e) {
      return Optional.empty();
    }
  }
}
