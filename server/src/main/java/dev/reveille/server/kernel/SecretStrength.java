package dev.reveille.server.kernel;

import java.util.HashSet;
import java.util.regex.Pattern;

/**
 * Decides whether a secret is too strong to be guessed, with any number of guesses.
 *
 * <p>It counts the bits that an attacker does not know, and it counts low. Words, sequences and
 * repetitions count little. A secret without a digit is treated as chosen by a person. Random
 * characters from a generator pass: 32 hex digits, or 22 letters and digits of both cases.
 */
public final class SecretStrength {
  private static final double ENOUGH = 100;
  private static final double WORD = 8;
  private static final double HEX = 4;
  private static final double ALPHANUMERIC = 5;

  private static final Pattern DIGIT = Pattern.compile("[0-9]");
  private static final Pattern HEXADECIMAL = Pattern.compile("[0-9a-f-]+|[0-9A-F-]+");
  private static final Pattern WORDS = Pattern.compile("[A-Za-z][a-z]{4,}|[A-Z]{5,}");
  private static final int LONGEST = 4096;

  private SecretStrength() {}

  /** True if nobody can guess the secret. */
  public static boolean isBeyondGuessing(String secret) {
    return bits(secret) >= ENOUGH;
  }

  private static double bits(String whole) {
    var secret = whole.length() > LONGEST ? whole.substring(0, LONGEST) : whole;
    long digits = DIGIT.matcher(secret).results().count();
    if (digits == 0) return 0;
    if (HEXADECIMAL.matcher(secret).matches() && digits * 4 >= secret.length()) {
      return unpredictable(secret) * HEX;
    }
    long words = WORDS.matcher(secret).results().count();
    return words * WORD + unpredictable(WORDS.matcher(secret).replaceAll(" ")) * ALPHANUMERIC;
  }

  /** Counts the letters and digits that neither continue a sequence nor repeat earlier ones. */
  private static int unpredictable(String text) {
    var seen = new HashSet<String>();
    int count = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean sequence = i >= 2 && isStep(text, i) && step(text, i) == step(text, i - 1);
      boolean repeated = i >= 2 && !seen.add(text.substring(i - 2, i + 1));
      if (c < 128 && Character.isLetterOrDigit(c) && !sequence && !repeated) count++;
    }
    return count;
  }

  private static boolean isStep(String text, int i) {
    return Math.abs(step(text, i)) <= 1;
  }

  private static int step(String text, int i) {
    return text.charAt(i) - text.charAt(i - 1);
  }
}
