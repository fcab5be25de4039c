package dev.reveille.protocol;

import java.util.Locale;
import java.util.Set;

/** Checks names and ids. */
public final class Names {
  /** The sender of the server's own messages. No agent can have this id. */
  public static final String SERVER = "@server";

  public static final int MAX_NAME = 32;
  public static final int MAX_NICK = 24;
  public static final int MAX_CHANNEL = 31;

  private static final int KEY_ID = 16;

  private static final String TASK = "task_";
  private static final int TASK_ID = 26;

  private static final Set<String> RESERVED =
      Set.of(
          "server",
          "admin",
          "system",
          "root",
          "moderator",
          "mod",
          "bot",
          "agentchat",
          "operator",
          "shadow",
          "god",
          "jc");

  private Names() {}

  /**
   * True if names, ids and channel names may contain this character. Such a character also may not
   * be next to a mention.
   */
  public static boolean isNameChar(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '_'
        || c == '-';
  }

  public static boolean isName(String s) {
    return isWord(s, 0, MAX_NAME);
  }

  public static boolean isNick(String s) {
    return isWord(s, 0, MAX_NICK);
  }

  /** True if the text is {@code #} and 1 to 31 name characters. */
  public static boolean isChannel(String s) {
    return !s.isEmpty() && s.charAt(0) == '#' && isWord(s, 1, MAX_CHANNEL);
  }

  /** True if the word, without {@code @}, has the form of the id of a key: 16 hex digits. */
  public static boolean isKeyId(String word) {
    return word.length() == KEY_ID
        && word.chars().allMatch(c -> Character.digit(c, 16) >= 0 && c < 128);
  }

  /**
   * True if the word, without {@code @}, has the form of an agent's id. Such a word is never looked
   * up as a name.
   */
  public static boolean isAgentId(String word) {
    return isKeyId(word) || EphemeralIds.isId(word);
  }

  /** True if the text has the form of the id of a task: {@code task_} and 26 characters. */
  public static boolean isTask(String s) {
    return s.length() == TASK.length() + TASK_ID
        && s.startsWith(TASK)
        && s.chars()
            .skip(TASK.length())
            .allMatch(c -> (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'));
  }

  /** True if the name could be mistaken for the server or its operators. */
  public static boolean isReserved(String name) {
    return RESERVED.contains(name.toLowerCase(Locale.ROOT));
  }

  private static boolean isWord(String s, int from, int max) {
    int length = s.length() - from;
    if (length < 1 || length > max) return false;
    for (int i = from; i < s.length(); i++) {
      if (!isNameChar(s.charAt(i))) return false;
    }
    return true;
  }
}
