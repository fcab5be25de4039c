package dev.reveille.cli;

import dev.reveille.cli.watch.EntryText;
import dev.reveille.cli.watch.Glyphs;
import dev.reveille.protocol.Json;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.Names;
import dev.reveille.protocol.Priority;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.ServerMessages;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;

/** Prints messages and tables for a person, or as one JSON object per line. */
final class Printer {
  private static final DateTimeFormatter CLOCK =
      DateTimeFormatter.ofPattern("HH:mm:ss").withZone(ZoneId.systemDefault());

  /** Keeps one long name from pushing other columns off the screen. */
  private static final int MAX_CELL = 60;

  private final Terminal terminal;

  Printer(Terminal terminal) {
    this.terminal = terminal;
  }

  void message(ServerMessage.Msg message) {
    terminal.out().println(shown(message));
  }

  /** Prints a message on standard error, beside the result of the command. */
  void mail(ServerMessage.Msg message) {
    terminal.err().println(shown(message));
  }

  private String shown(ServerMessage.Msg message) {
    var place = message.to() + (message.seq() > 0 ? " " + message.seq() : "");
    var head = CLOCK.format(Instant.ofEpochMilli(message.ts())) + " " + Plain.line(place) + " ";
    if (message.from().equals(Names.SERVER)) {
      return terminal.dim(head + "* " + indented(EntryText.of(message)));
    }
    var name = Plain.line(message.fromName());
    var text = indented(priority(message) + EntryText.body(message));
    if (message.isMsg()) return terminal.dim(head) + terminal.cyan(name) + ": " + text;
    var type = Plain.line(EntryText.type(message)) + " ";
    return (terminal.dim(head + type) + terminal.cyan(name) + " " + text).stripTrailing();
  }

  private static String priority(ServerMessage.Msg message) {
    var priority = message.priority();
    return priority == Priority.NORMAL ? "" : "(" + priority.word() + ") ";
  }

  private static String indented(String text) {
    return Plain.text(text).replace("\n", "\n    ");
  }

  void json(ServerMessage.Msg message) {
    terminal
        .out()
        .println(new String(ServerMessages.write(message, message.ts()), StandardCharsets.UTF_8));
  }

  /** Prints an entry that the server sent as JSON, for a person. */
  void entry(String json) {
    var known = Json.read(json).filter(m -> m.path("from").isString());
    if (known.isPresent()
        && ServerMessages.read(json) instanceof ServerMessages.Received.Known(var entry, var _)
        && entry instanceof ServerMessage.Msg message) {
      message(message);
    } else {
      json(json);
    }
  }

  /** Prints JSON as the server sent it, on one line. */
  void json(String text) {
    terminal.out().println(Json.read(text).map(JsonText::of).orElseGet(() -> Plain.line(text)));
  }

  /**
   * Prints a table. A column is as wide as its widest cell, up to a limit; the last has no limit.
   */
  void table(List<String> header, List<List<String>> rows) {
    var all = new ArrayList<List<String>>();
    all.add(header);
    rows.forEach(row -> all.add(cells(row)));
    for (int r = 0; r < all.size(); r++) {
      var line = new StringBuilder();
      for (int c = 0; c < header.size(); c++) {
        int column = c;
        int width = all.stream().mapToInt(row -> Glyphs.width(row.get(column))).max().orElse(0);
        var cell = all.get(r).get(c);
        line.append(cell);
        if (c + 1 < header.size()) line.append(" ".repeat(width - Glyphs.width(cell) + 2));
      }
      terminal.out().println(r == 0 ? terminal.bold(line.toString()) : line.toString());
    }
  }

  private static List<String> cells(List<String> row) {
    var cells = new ArrayList<String>();
    for (int c = 0; c < row.size(); c++) {
      var cell = Plain.line(row.get(c));
      boolean last = c + 1 == row.size();
      cells.add(last ? cell : Glyphs.shortened(cell, MAX_CELL));
    }
    return cells;
  }
}
