package dev.reveille.cli.watch;

import dev.reveille.client.VisibleText;
import java.util.ArrayList;
import java.util.List;
import org.jline.utils.WCWidth;

/** Text as cells of a terminal: what it looks like, how wide it is, where it breaks. */
public final class Glyphs {
  private Glyphs() {}

  /** The text with nothing in it that a terminal obeys or hides. Line feeds stay. */
  static String visible(String text) {
    var out = new StringBuilder(text.length());
    var visible = new VisibleText();
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      if (c == '\r' && i < text.length() && text.charAt(i) == '\n') continue;
      boolean shown = visible.shows(c);
      if (c == '\t') out.append("    ");
      else if (shown && width(c) == 0 && out.isEmpty()) out.append('\uFFFD');
      else if (shown) out.appendCodePoint(c);
      else if (c < 0x20) out.appendCodePoint(0x2400 + c);
      else if (c == 0x7F) out.append('\u2421');
      else if (VisibleText.isHidden(c)) out.append('\uFFFD');
    }
    return out.toString();
  }

  /** The same on one line. */
  static String line(String text) {
    return visible(text).replace('\n', '\u240A');
  }

  /** Cells of one code point: 0, 1 or 2. */
  static int width(int codePoint) {
    return Math.max(0, WCWidth.wcwidth(codePoint));
  }

  /** Returns the cells that visible text takes. */
  public static int width(String text) {
    return text.codePoints().map(Glyphs::width).sum();
  }

  /** As much as fits, then spaces: exactly so many cells. */
  static String fit(String text, int cells) {
    var out = new StringBuilder();
    int used = 0;
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      if (used + width(c) > cells) break;
      used += width(c);
      out.appendCodePoint(c);
      i += Character.charCount(c);
    }
    return out.append(" ".repeat(cells - used)).toString();
  }

  /** Returns the text, or what fits into so many cells with a sign that it was cut. */
  public static String shortened(String text, int cells) {
    if (width(text) <= cells || cells < 1) return text;
    return fit(text, cells - 1).stripTrailing() + "…";
  }

  /**
   * Breaks visible text into lines of at most so many cells: at line feeds, else after the last
   * space that fits, else anywhere but between a letter and its marks.
   */
  static List<String> wrap(String text, int cells) {
    var lines = new ArrayList<String>();
    for (var paragraph : text.split("\n", -1)) wrapOne(paragraph, Math.max(2, cells), lines);
    return lines;
  }

  private static void wrapOne(String text, int cells, List<String> lines) {
    int start = 0;
    int used = 0;
    int space = -1;
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      int w = width(c);
      if (used + w > cells) {
        int end = space > start ? space : i;
        lines.add(text.substring(start, end));
        start = end < text.length() && text.charAt(end) == ' ' ? end + 1 : end;
        i = Math.max(i, start);
        used = width(text.substring(start, i));
        space = -1;
        continue;
      }
      if (c == ' ') space = i;
      used += w;
      i += Character.charCount(c);
    }
    lines.add(text.substring(Math.min(start, text.length())));
  }
}
