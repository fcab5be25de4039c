package dev.reveille.cli;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the word that is closest to a mistyped one. */
final class ClosestWord {
  /** Longer texts are not mistyped words. */
  private static final int LONGEST = 64;

  private ClosestWord() {}

  /** Returns the closest word, or empty if none is close. */
  static Optional<String> to(String typed, Collection<String> words) {
    if (typed.isBlank() || typed.length() > LONGEST) return Optional.empty();
    var wanted = bare(typed);
    var begun =
        words.stream().filter(w -> wanted.length() > 1 && bare(w).startsWith(wanted)).sorted();
    int allowed = Math.max(1, wanted.length() / 3);
    return words.stream()
        .filter(w -> !bare(w).isEmpty() && distance(wanted, bare(w)) <= allowed)
        .filter(w -> distance(wanted, bare(w)) < bare(w).length())
        .min(
            Comparator.<String>comparingInt(w -> distance(wanted, bare(w)))
                .thenComparing(Comparator.naturalOrder()))
        .or(begun::findFirst);
  }

  private static String bare(String word) {
    return word.toLowerCase(Locale.ROOT).replaceFirst("^-+", "");
  }

  /** Returns how many letters must be added, removed, changed or swapped with their neighbour. */
  static int distance(String a, String b) {
    var d = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) d[i][0] = i;
    for (int j = 0; j <= b.length(); j++) d[0][j] = j;
    for (int i = 1; i <= a.length(); i++) {
      for (int j = 1; j <= b.length(); j++) {
        int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        d[i][j] = Math.min(Math.min(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + change);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
        }
      }
    }
    return d[a.length()][b.length()];
  }
}
