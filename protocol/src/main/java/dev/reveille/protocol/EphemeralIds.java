package dev.reveille.protocol;

/**
 * The form of the ids of agents without a key: a digit, six random characters and a checksum. So
 * such an id is told from a name of eight characters, also after its agent is gone.
 */
public final class EphemeralIds {
  public static final int LENGTH = 8;
  public static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789";

  private EphemeralIds() {}

  /**
   * True if the word, without {@code @}, has the form of such an id. Its agent need not be
   * connected.
   */
  public static boolean isId(String word) {
    if (word.length() != LENGTH || word.charAt(0) < '0' || word.charAt(0) > '9') return false;
    for (int i = 0; i < LENGTH; i++) if (ALPHABET.indexOf(word.charAt(i)) < 0) return false;
    return word.charAt(LENGTH - 1) == checksum(word);
  }

  /** Returns the last character of an id that begins with these. */
  public static char checksum(CharSequence word) {
    int sum = 0;
    for (int i = 0; i < LENGTH - 1; i++) sum = sum * 7 + ALPHABET.indexOf(word.charAt(i)) + 1;
    return ALPHABET.charAt(Math.floorMod(sum, ALPHABET.length()));
  }
}
