package dev.reveille.client;

/**
 * Makes text of others safe to show. A terminal obeys nothing in it, no character is hidden, and no
 * part looks like the next line of a log.
 *
 * <p>A hidden character becomes its JSON escape: {@code \u202e}, and a pair of them outside the
 * basic plane. Inside a JSON string that means the same character, so JSON text stays the same
 * value.
 */
public final class VisibleText {
  /** No language needs more marks on a letter. More would cover the lines around it. */
  private static final int MAX_MARKS = 4;

  private static final int ZERO_WIDTH_NON_JOINER = 0x200C;
  private static final int ZERO_WIDTH_JOINER = 0x200D;

  private int previous;
  private int marks;

  /** Shows one text, from its first character to its last. */
  public VisibleText() {}

  /** Returns the text on one line: a line break, with the spaces around it, becomes a space. */
  public static String line(String text) {
    return text(text.replaceAll("\\s*\\R\\s*", " "));
  }

  /** Returns the text with its line feeds and tabs. */
  public static String text(String text) {
    var out = new StringBuilder(text.length());
    var visible = new VisibleText();
    text.codePoints().forEach(c -> visible.show(c, out));
    return out.toString();
  }

  /** Appends the next character of the text, or its escape. */
  public void show(int codePoint, StringBuilder out) {
    if (shows(codePoint)) out.appendCodePoint(codePoint);
    else escape(codePoint, out);
  }

  /** True if the next character of the text is shown as it is. */
  public boolean shows(int codePoint) {
    boolean joins = isJoiner(codePoint) && isLetterThatJoins(previous);
    boolean mark = isMark(codePoint);
    marks = mark ? marks + 1 : 0;
    boolean shown =
        codePoint == '\n'
            || codePoint == '\t'
            || joins
            || (!isHidden(codePoint)
                && marks <= MAX_MARKS
                && (!isVariationSelector(codePoint) || marks == 1));
    if (!mark || previous == 0) previous = shown ? codePoint : 0;
    return shown;
  }

  /**
   * True for characters that a terminal obeys, that turn the direction of the text around them, or
   * that nobody sees: controls, format characters (joiners and tags too), separators of lines,
   * fillers, and half a pair of surrogates.
   */
  public static boolean isHidden(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> isFiller(codePoint);
    };
  }

  /** Characters that are letters or marks by category and still show nothing. */
  private static boolean isFiller(int c) {
    return c == 0x034F
        || c == 0x115F
        || c == 0x1160
        || c == 0x17B4
        || c == 0x17B5
        || (c >= 0x180B && c <= 0x180F)
        || c == 0x2065
        || c == 0x2800
        || c == 0x3164
        || c == 0xFFA0
        || (c >= 0xFFF0 && c <= 0xFFF8)
        || (c >= 0xE0000 && c <= 0xE0FFF);
  }

  private static boolean isMark(int c) {
    int type = Character.getType(c);
    return type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK;
  }

  private static boolean isVariationSelector(int c) {
    return c >= 0xFE00 && c <= 0xFE0F;
  }

  private static boolean isJoiner(int c) {
    return c == ZERO_WIDTH_JOINER || c == ZERO_WIDTH_NON_JOINER;
  }

  /** Persian and the scripts of India are misspelt without joiners; Latin letters need none. */
  private static boolean isLetterThatJoins(int c) {
    return c > 0x0530 && Character.isLetter(c);
  }

  private static void escape(int codePoint, StringBuilder out) {
    for (char unit : Character.toChars(codePoint)) {
      out.append("\\u").append(String.format("%04x", (int) unit));
    }
  }
}
