package dev.reveille.cli.watch;

import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The line that a person types, with its cursor and what was typed before. */
final class InputLine {
  private static final int MAX_HISTORY = 200;

  /** As long as a message may be typed; a paste is cut there. */
  static final int MAX_CHARS = 100_000;

  private final StringBuilder text = new StringBuilder();
  private final List<String> history = new ArrayList<>();
  private int cursor;
  private int past;
  private String draft = "";

  String text() {
    return text.toString();
  }

  /** In characters. */
  int cursor() {
    return cursor;
  }

  void insert(String typed) {
    int room = MAX_CHARS - text.length();
    var fits = typed.length() <= room ? typed : typed.substring(0, Math.max(0, room));
    text.insert(cursor, fits);
    cursor += fits.length();
  }

  /** Returns what was typed; the line is empty then. */
  String take() {
    var taken = text();
    set("");
    if (!taken.isBlank() && (history.isEmpty() || !history.getLast().equals(taken))) {
      history.add(taken);
      if (history.size() > MAX_HISTORY) history.removeFirst();
    }
    past = history.size();
    draft = "";
    return taken;
  }

  private void set(String now) {
    text.setLength(0);
    text.append(now);
    cursor = now.length();
  }

  void older() {
    if (past == 0) return;
    if (past == history.size()) draft = text();
    set(history.get(--past));
  }

  void newer() {
    if (past == history.size()) return;
    past++;
    set(past == history.size() ? draft : history.get(past));
  }

  void left() {
    cursor = before();
  }

  void right() {
    cursor = after();
  }

  void home() {
    cursor = 0;
  }

  void end() {
    cursor = text.length();
  }

  void backspace() {
    int from = before();
    text.delete(from, cursor);
    cursor = from;
  }

  void delete() {
    text.delete(cursor, after());
  }

  void clearBefore() {
    text.delete(0, cursor);
    cursor = 0;
  }

  void deleteWord() {
    int from = cursor;
    while (from > 0 && text.charAt(from - 1) == ' ') from--;
    while (from > 0 && text.charAt(from - 1) != ' ') from--;
    text.delete(from, cursor);
    cursor = from;
  }

  /** A letter goes with its marks. */
  private int before() {
    var letters = letters();
    return cursor == 0 ? 0 : letters.preceding(cursor);
  }

  private int after() {
    var letters = letters();
    return cursor == text.length() ? cursor : letters.following(cursor);
  }

  private BreakIterator letters() {
    var letters = BreakIterator.getCharacterInstance(Locale.ROOT);
    letters.setText(text.toString());
    return letters;
  }
}
