package dev.reveille.cli.watch;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStyle;

/**
 * The table of agents as lines of a screen: a bar, the heads, the rows, a line of help. The name is
 * always shown; the arrow keys move the rest.
 */
final class TopScreen {
  /** A server that answers does so within a second of being asked, which is once a second. */
  private static final long SILENT_NANOS = 3_000_000_000L;

  /** Bar, heads and help. */
  private static final int FRAME = 3;

  private static final int NAME = 0;
  private static final int PRESENCE = 2;
  private static final int MAX_NAME = 20;
  private static final int MAX_NAME_IF_NARROW = 10;
  private static final int NARROW = 60;

  /** Hides a cut-off column narrower than this. */
  private static final int WORTH_SHOWING = 6;

  private final String server;
  private final AgentListing table;
  private final List<String> heads;
  private final ZoneId zone;
  private final TopChoice choice;
  private int first;
  private int skipped;
  private int page = 1;

  TopScreen(String server, AgentListing table, ZoneId zone, TopChoice choice) {
    this.server = server;
    this.table = table;
    this.heads = table.heads().stream().map(TopScreen::harmless).toList();
    this.zone = zone;
    this.choice = choice;
  }

  /** Moves what is shown. Too far is set right when it is drawn. */
  void move(Key.Name key) {
    switch (key) {
      case UP -> first--;
      case DOWN -> first++;
      case PAGE_UP -> first -= page;
      case PAGE_DOWN -> first += page;
      case HOME -> first = 0;
      case END -> first = Integer.MAX_VALUE - page;
      case LEFT -> skipped--;
      case RIGHT -> skipped++;
      default -> {}
    }
  }

  /** Lines of at most so many cells, at most so many. */
  List<AttributedString> lines(
      AgentPoller.Snapshot snapshot, long wall, long nanos, int width, int height) {
    var rows =
        table.rows(choice.of(snapshot.agents()), wall, zone).stream()
            .map(row -> row.stream().map(TopScreen::harmless).toList())
            .toList();
    page = Math.max(1, height - FRAME);
    first = Math.clamp(first, 0, Math.max(0, rows.size() - page));
    var shown = shown(rows, width);
    boolean stale = snapshot.trouble() != null || nanos - snapshot.heardNanos() > SILENT_NANOS;

    var lines = new ArrayList<AttributedString>();
    var bar = AttributedStyle.DEFAULT.inverse();
    lines.add(
        new AttributedString(
            fit(" " + (stale ? trouble(snapshot, nanos) : title(snapshot, rows.size())), width),
            stale ? bar.bold() : bar));
    var bold = AttributedStyle.DEFAULT.bold();
    if (height > 1) lines.add(new AttributedString(line(heads, shown.columns()), bold));
    for (int i = first; i < rows.size() && lines.size() < height - 1; i++) {
      lines.add(
          new AttributedString(line(rows.get(i), shown.columns()), style(rows.get(i), stale)));
    }
    while (lines.size() < height - 1) lines.add(AttributedString.EMPTY);
    // Not into the last cell: some terminals scroll when that is written.
    var help = fit(help(rows.size(), shown.toTheEnd()), Math.max(0, width - 1)).stripTrailing();
    if (height > 2) lines.add(new AttributedString(help, AttributedStyle.DEFAULT.faint()));
    return lines;
  }

  private static AttributedStyle style(List<String> row, boolean stale) {
    if (stale || row.get(PRESENCE).equals("offline")) return AttributedStyle.DEFAULT.faint();
    return row.get(PRESENCE).equals("sleeping")
        ? AttributedStyle.DEFAULT.foreground(AttributedStyle.MAGENTA)
        : AttributedStyle.DEFAULT;
  }

  /** Counts all agents, also those that the choice leaves out. */
  private String title(AgentPoller.Snapshot snapshot, int shown) {
    int here = 0;
    int asleep = 0;
    int away = 0;
    for (var agent : snapshot.agents()) {
      if (AgentListing.isAway(agent)) away++;
      else here++;
      if (AgentListing.isAsleep(agent)) asleep++;
    }
    var text = (here == 1 ? "1 agent" : here + " agents") + ", " + asleep + " asleep";
    if (away > 0) text += ", " + away + " away";
    if (shown < here + away) text += ", " + shown + " shown";
    var words = choice.words();
    return text + "  " + harmless(server) + (words.isEmpty() ? "" : "  " + harmless(words));
  }

  private String trouble(AgentPoller.Snapshot snapshot, long nanos) {
    var trouble = snapshot.trouble();
    if (trouble != null && trouble.refused()) return harmless(trouble.why());
    long seconds = (nanos - snapshot.heardNanos()) / 1_000_000_000L;
    return "no answer for "
        + AgentListing.span(seconds * 1000)
        + "  "
        + harmless(trouble == null ? server : trouble.why());
  }

  private String help(int count, boolean toTheEnd) {
    if (choice.isTyping()) return harmless(choice.typed());
    var text = new StringBuilder("q leaves");
    if (count > page) {
      text.append("  ↑↓ ").append(first + 1).append('-').append(Math.min(count, first + page));
      text.append(" of ").append(count);
    }
    if (skipped > 0 || !toTheEnd) text.append("  ←→ more columns");
    return text.append("  / filter  s sort  r reverse  a away").toString();
  }

  private record Column(int index, int width) {}

  /**
   * The columns that there is room for.
   *
   * @param toTheEnd whether nothing is left out at the right
   */
  private record Shown(List<Column> columns, boolean toTheEnd) {}

  /** The name and as many as fit. None is left out at the left for room that stays empty. */
  private Shown shown(List<List<String>> rows, int width) {
    skipped = Math.clamp(skipped, 0, heads.size() - 2);
    while (true) {
      var shown = from(1 + skipped, rows, width);
      int used = shown.columns().stream().mapToInt(c -> c.width() + 1).sum() - 1;
      boolean spare = shown.toTheEnd() && width - used > widest(rows, skipped);
      if (skipped == 0 || !spare) return shown;
      skipped--;
    }
  }

  private Shown from(int start, List<List<String>> rows, int width) {
    var columns = new ArrayList<Column>();
    int longest = Math.min(width, width < NARROW ? MAX_NAME_IF_NARROW : MAX_NAME);
    columns.add(new Column(NAME, Math.min(longest, widest(rows, NAME))));
    int left = width - columns.getFirst().width();
    for (int i = start; i < heads.size(); i++) {
      int wanted = widest(rows, i);
      int room = Math.min(wanted, left - 1);
      if (room < Math.min(wanted, WORTH_SHOWING)) return new Shown(columns, false);
      columns.add(new Column(i, room));
      left -= room + 1;
      if (room < wanted) return new Shown(columns, false);
    }
    return new Shown(columns, true);
  }

  private int widest(List<List<String>> rows, int column) {
    int most = Math.max(table.columns().get(column).least(), Glyphs.width(heads.get(column)));
    for (var row : rows) most = Math.max(most, Glyphs.width(row.get(column)));
    return most;
  }

  private static String line(List<String> cells, List<Column> columns) {
    var text = new StringBuilder();
    for (var column : columns) {
      if (!text.isEmpty()) text.append(' ');
      text.append(fit(cells.get(column.index()), column.width()));
    }
    return text.toString();
  }

  /** Exactly so many cells; what is cut ends with a sign of that. */
  private static String fit(String text, int cells) {
    return Glyphs.fit(Glyphs.shortened(text, cells), cells);
  }

  /**
   * Visible, and as wide as it is counted: terminals do not agree on characters that join others.
   */
  private static String harmless(String text) {
    var out = new StringBuilder();
    Glyphs.line(text).codePoints().forEach(c -> out.appendCodePoint(isJoiner(c) ? 0xFFFD : c));
    return out.toString();
  }

  private static boolean isJoiner(int c) {
    return Character.getType(c) == Character.FORMAT
        || (c >= 0xFE00 && c <= 0xFE0F)
        || (c >= 0x1F3FB && c <= 0x1F3FF)
        || (c >= 0x1F1E6 && c <= 0x1F1FF);
  }
}
