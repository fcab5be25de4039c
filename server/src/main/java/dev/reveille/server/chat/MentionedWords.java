package dev.reveille.server.chat;

import dev.reveille.protocol.Names;
import dev.reveille.server.kernel.Presence;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Finds the words in a text that may mention agents: {@code @} and a name or id, with no name
 * character directly beside it.
 */
public final class MentionedWords {
  /** The most words of one text that are looked at, known names or not. */
  private static final int MOST = 2_000;

  /** The most signs of one text that are looked at, in front of a word or not. */
  private static final int MOST_SIGNS = 20_000;

  private MentionedWords() {}

  /** Calls {@code next} with each word and its place, until it returns false. */
  static void each(String text, Predicate<String> next) {
    each(text, (word, _) -> next.test(word));
  }

  private interface Next {
    boolean test(String word, int at);
  }

  private static void each(String text, Next next) {
    int words = 0;
    int signs = 0;
    for (int at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
      if (words == MOST || signs++ == MOST_SIGNS) return;
      if (at > 0 && Names.isNameChar(text.charAt(at - 1))) continue;
      int end = at + 1;
      while (end < text.length() && Names.isNameChar(text.charAt(end))) end++;
      if (end == at + 1 || end - at - 1 > Names.MAX_NAME) continue;
      words++;
      if (!next.test(text.substring(at + 1, end), at)) return;
    }
  }

  /**
   * Returns the words that mean no connected agent and may mean one that is away, in small letters.
   * Words behind {@code @@} are left out: nearly all of them belong to markers.
   *
   * @param most the most words
   */
  public static Set<String> absent(Presence presence, String text, int most) {
    if (text.indexOf('@') < 0) return Set.of();
    var words = new LinkedHashSet<String>();
    each(
        text,
        (word, at) -> {
          boolean marker = at > 0 && text.charAt(at - 1) == '@';
          var small = word.toLowerCase(Locale.ROOT);
          if (!marker && mayBeAbsent(presence, small)) words.add(small);
          return words.size() < most;
        });
    return words;
  }

  /** Returns the agents with a key that are connected and that a text mentions. */
  public static Set<Presence.Agent> connected(Presence presence, String text, int most) {
    if (text.indexOf('@') < 0) return Set.of();
    var agents = new LinkedHashSet<Presence.Agent>();
    each(
        text,
        word -> {
          var small = word.toLowerCase(Locale.ROOT);
          presence.agent("@" + small).filter(Presence.Agent::hasKey).ifPresent(agents::add);
          if (!Names.isAgentId(small)) {
            presence.named(word).stream().filter(Presence.Agent::hasKey).forEach(agents::add);
          }
          return agents.size() < most;
        });
    return agents;
  }

  private static boolean mayBeAbsent(Presence presence, String word) {
    if (presence.agent("@" + word).isPresent()) return false;
    return Names.isAgentId(word) ? Names.isKeyId(word) : presence.named(word).isEmpty();
  }
}
