package dev.reveille.server.chat;

import dev.reveille.protocol.Names;
import dev.reveille.server.kernel.Presence;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Finds the connected agents that a text mentions: {@code @} and a name or id, in upper or lower
 * case, with no name character directly beside it.
 */
final class Mentions implements IngressStep {
  /** More mentions than this in one message are ignored. */
  private static final int MAX = 100;

  /** The most words of one message that are looked up, known names or not. */
  private static final int MAX_WORDS = 2_000;

  private final Presence presence;

  Mentions(Presence presence) {
    this.presence = presence;
  }

  @Override
  public Draft apply(Draft draft) {
    var text = draft.content();
    int at = text.indexOf('@');
    if (at < 0) return draft;
    var found = new LinkedHashSet<String>();
    int words = 0;
    for (; at >= 0 && found.size() < MAX && words < MAX_WORDS; at = text.indexOf('@', at + 1)) {
      if (at > 0 && Names.isNameChar(text.charAt(at - 1))) continue;
      int end = at + 1;
      while (end < text.length() && Names.isNameChar(text.charAt(end))) end++;
      if (end > at + 1 && end - at - 1 <= Names.MAX_NAME) {
        words++;
        resolve(text.substring(at + 1, end), found);
      }
    }
    return found.isEmpty() ? draft : draft.withMentions(List.copyOf(found));
  }

  private void resolve(String word, Set<String> found) {
    presence.agent("@" + word.toLowerCase(Locale.ROOT)).ifPresent(a -> found.add(a.id()));
    if (Recipients.isId(word.toLowerCase(Locale.ROOT))) return;
    for (var agent : presence.named(word)) {
      if (found.size() >= MAX) return;
      found.add(agent.id());
    }
  }
}
