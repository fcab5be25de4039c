package dev.reveille.cli;

import java.io.IOException;
import java.util.Locale;

/** Asks a person before something is changed. */
final class Question {
  private Question() {}

  /** True if the person says yes. An input that has ended says no. */
  static boolean isAgreed(Terminal terminal, String sentence) {
    terminal.err().print(sentence + " [y/N] ");
    terminal.err().flush();
    var answer = new StringBuilder();
    try {
      for (int c = terminal.in().read(); c >= 0 && c != '\n'; c = terminal.in().read()) {
        if (answer.length() < 10) answer.append((char) c);
      }
    } catch (IOException e) {
      return false;
    }
    var word = answer.toString().strip().toLowerCase(Locale.ROOT);
    return word.equals("y") || word.equals("yes");
  }
}
