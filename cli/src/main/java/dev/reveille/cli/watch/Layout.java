package dev.reveille.cli.watch;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;

/** Makes the lines of the screen from the board. Each line has exactly the screen's width. */
final class Layout {
  /** Smaller screens show only what is said. */
  private static final int MIN_FOR_ROOMS = 50;

  private static final int MIN_FOR_MEMBERS = 80;
  private static final int ROOMS_WIDTH = 18;
  private static final int MEMBERS_WIDTH = 18;
  private static final String PROMPT = "> ";

  private static final AttributedStyle PLAIN = AttributedStyle.DEFAULT;
  private static final AttributedStyle FAINT = PLAIN.faint();
  private static final AttributedStyle BAR = PLAIN.inverse();

  private final DateTimeFormatter clock;

  Layout(ZoneId zone) {
    clock = DateTimeFormatter.ofPattern("HH:mm").withZone(zone);
  }

  /** The lines from top to bottom, and the cell of the last one that has the cursor. */
  record Screen(List<AttributedString> lines, int cursor) {}

  Screen screen(Board board, int columns, int rows) {
    int wide = Math.max(columns, 10);
    int body = Math.max(1, rows - 3);
    int left = wide >= MIN_FOR_ROOMS ? ROOMS_WIDTH : 0;
    int right = wide >= MIN_FOR_MEMBERS && board.current().isChannel() ? MEMBERS_WIDTH : 0;
    var rooms = rooms(board, body, left);
    var said = said(board.current(), body, wide - left - right);
    var members = members(board.current(), body, right);
    var lines = new ArrayList<AttributedString>();
    lines.add(styled(title(board), wide, BAR));
    for (int i = 0; i < body; i++) {
      lines.add(
          AttributedString.join(AttributedString.EMPTY, rooms.get(i), said.get(i), members.get(i)));
    }
    lines.add(styled(status(board), wide, BAR));
    var input = input(board.input, wide);
    lines.add(new AttributedString(input.text()));
    // On a screen of one or two rows the input is what matters.
    var shown = lines.subList(Math.max(0, lines.size() - Math.max(1, rows)), lines.size());
    return new Screen(List.copyOf(shown), input.cursor());
  }

  private static String title(Board board) {
    var room = board.current();
    var text = " " + Glyphs.line(room.title);
    if (room.isChannel()) text += "  " + room.memberNames().size() + " here";
    if (room.scroll > 0) text += "  (" + room.scroll + " lines below)";
    return text;
  }

  private static String status(Board board) {
    var who = " " + (board.isOnline() ? "" : "offline ") + Glyphs.line(board.selfName());
    var hint = board.notice().isEmpty() ? "/help  Ctrl-N Ctrl-P rooms  PgUp PgDn" : board.notice();
    return who + " " + board.selfId() + "  " + Glyphs.line(hint);
  }

  private static List<AttributedString> rooms(Board board, int height, int width) {
    var all = board.rooms();
    int at = all.indexOf(board.current());
    int from = Math.max(0, Math.min(at - height / 2, all.size() - height));
    var lines = new ArrayList<AttributedString>();
    for (int i = from; i < from + height; i++) {
      if (width == 0 || i >= all.size()) {
        lines.add(bordered("", width, PLAIN, true));
        continue;
      }
      var room = all.get(i);
      var unread = room.unread == 0 ? "" : " " + Math.min(room.unread, 999);
      var name = Glyphs.fit(Glyphs.line(room.title), width - 2 - unread.length()) + unread;
      var style = PLAIN;
      if (room == board.current()) style = BAR;
      else if (room.mentioned) style = PLAIN.bold().foreground(AttributedStyle.YELLOW);
      else if (room.unread > 0) style = PLAIN.bold();
      else if (room.isChannel() && !room.joined) style = FAINT;
      lines.add(bordered(name, width, style, true));
    }
    return lines;
  }

  private static List<AttributedString> members(Room room, int height, int width) {
    var names = width == 0 ? List.<String>of() : room.memberNames();
    var lines = new ArrayList<AttributedString>();
    for (int i = 0; i < height; i++) {
      var text = i < names.size() ? Glyphs.line(names.get(i)) : "";
      if (i == height - 1 && names.size() > height) {
        text = "+" + (names.size() - height + 1) + " more";
      }
      lines.add(bordered(text, width, PLAIN, false));
    }
    return lines;
  }

  /** A cell of a side list with the line that divides it from the middle. */
  private static AttributedString bordered(
      String text, int width, AttributedStyle style, boolean lineAfter) {
    if (width == 0) return AttributedString.EMPTY;
    var cell = new AttributedString(Glyphs.fit(text, width - 2), style);
    var line = new AttributedString(lineAfter ? " \u2502" : "\u2502 ", FAINT);
    return lineAfter
        ? AttributedString.join(AttributedString.EMPTY, cell, line)
        : AttributedString.join(AttributedString.EMPTY, line, cell);
  }

  /** The newest at the bottom, unless somebody scrolled up. */
  private List<AttributedString> said(Room room, int height, int width) {
    var lines = new ArrayList<AttributedString>();
    int needed = height + room.scroll;
    for (int i = room.entries().size() - 1; i >= 0 && lines.size() < needed; i--) {
      lines.addAll(0, entry(room.entries().get(i), width));
    }
    room.scroll = Math.max(0, Math.min(room.scroll, lines.size() - height));
    int end = lines.size() - room.scroll;
    var shown = new ArrayList<>(lines.subList(Math.max(0, end - height), end));
    while (shown.size() < height) shown.addFirst(styled("", width, PLAIN));
    return shown;
  }

  private List<AttributedString> entry(Room.Entry entry, int width) {
    var time = clock.format(Instant.ofEpochMilli(entry.ts())) + " ";
    boolean notice = entry.kind() == Room.Kind.NOTICE;
    var who = notice ? "* " : Glyphs.line(entry.who()) + ": ";
    int indent = Math.min(time.length() + Glyphs.width(who), Math.max(0, width - 10));
    var head = Glyphs.fit(time + who, indent);
    var lines = new ArrayList<AttributedString>();
    for (var text : Glyphs.wrap(Glyphs.visible(entry.text()), width - indent)) {
      var line = new AttributedStringBuilder();
      if (lines.isEmpty()) {
        int clockEnd = Math.min(time.length(), head.length());
        line.append(head.substring(0, clockEnd), FAINT)
            .append(head.substring(clockEnd), name(entry));
      } else {
        line.append(" ".repeat(indent), PLAIN);
      }
      line.append(Glyphs.fit(text, width - indent), text(entry));
      lines.add(line.toAttributedString());
    }
    return lines;
  }

  private static AttributedStyle name(Room.Entry entry) {
    return switch (entry.kind()) {
      case SAID -> PLAIN.foreground(AttributedStyle.CYAN);
      case OWN -> PLAIN.foreground(AttributedStyle.GREEN);
      case MENTION -> PLAIN.bold().foreground(AttributedStyle.YELLOW);
      case NOTICE -> FAINT;
    };
  }

  private static AttributedStyle text(Room.Entry entry) {
    return switch (entry.kind()) {
      case SAID, OWN -> PLAIN;
      case MENTION -> PLAIN.bold();
      case NOTICE -> FAINT;
    };
  }

  private static AttributedString styled(String text, int width, AttributedStyle style) {
    return new AttributedString(Glyphs.fit(text, width), style);
  }

  private record InputView(String text, int cursor) {}

  /** The part of the line around the cursor. */
  private static InputView input(InputLine input, int width) {
    var before = Glyphs.line(input.text().substring(0, input.cursor()));
    var after = Glyphs.line(input.text().substring(input.cursor()));
    int room = width - PROMPT.length() - 1;
    int start = 0;
    int used = Glyphs.width(before);
    while (used > room) {
      int c = before.codePointAt(start);
      used -= Glyphs.width(c);
      start += Character.charCount(c);
    }
    var shown = PROMPT + before.substring(start);
    return new InputView(Glyphs.fit(shown + after, width), PROMPT.length() + used);
  }
}
