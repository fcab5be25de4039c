package dev.reveille.server.chat;

/**
 * A secret value that is searched in texts. The senders of the texts must not learn anything about
 * it.
 *
 * <p>The search compares a rolling checksum with a random base. So it takes the same time for every
 * text of one length, unless the text holds the whole value. A plain search would take longer the
 * more often the beginning of the value occurs, and a sender could measure that.
 */
final class HiddenValue {
  private final String value;
  private final String mark;
  private final long base;
  private final long checksum;

  /** The base to the power of the value's length. */
  private final long power;

  /**
   * @param mark the text that replaces the value
   * @param base odd and random
   */
  HiddenValue(String value, String mark, long base) {
    this.value = value;
    this.mark = mark;
    this.base = base;
    long sum = 0;
    long factor = 1;
    for (int i = 0; i < value.length(); i++) {
      sum = sum * base + value.charAt(i);
      factor *= base;
    }
    checksum = sum;
    power = factor;
  }

  /** Returns the text with every occurrence of the value replaced. */
  String cutFrom(String text) {
    int length = value.length();
    if (text.length() < length) return text;
    StringBuilder result = null;
    int kept = 0;
    long sum = 0;
    for (int i = 0; i < text.length(); i++) {
      sum = sum * base + text.charAt(i);
      if (i >= length) sum -= power * text.charAt(i - length);
      int from = i - length + 1;
      if (sum == checksum && from >= kept && text.startsWith(value, from)) {
        if (result == null) result = new StringBuilder(text.length());
        result.append(text, kept, from).append(mark);
        kept = i + 1;
      }
    }
    return result == null ? text : result.append(text, kept, text.length()).toString();
  }
}
