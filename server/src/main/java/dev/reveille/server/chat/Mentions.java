package dev.reveille.server.chat;

import dev.reveille.protocol.Names;
import dev.reveille.server.kernel.Presence;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Finds the agents that a text mentions, by name or id, in upper or lower case: the connected ones,
 * and those that are away and were looked up. A name means every connected agent of that name; if
 * there is none, every agent that was last seen under it.
 */
final class Mentions implements IngressStep {
  /** More mentions than this in one message are ignored. */
  private static final int MAX = 100;

  private final Presence presence;

  Mentions(Presence presence) {
    this.presence = presence;
  }

  @Override
  public Draft apply(Draft draft) {
    var text = draft.content();
    if (text.indexOf('@') < 0) return draft;
    var found = new LinkedHashSet<String>();
    MentionedWords.each(
        text,
        word -> {
          resolve(word, draft.absent(), found);
          return found.size() < MAX;
        });
    return found.isEmpty() ? draft : draft.withMentions(List.copyOf(found));
  }

  private void resolve(String word, AbsentAgents absent, Set<String> found) {
    var byId = presence.agent("@" + word.toLowerCase(Locale.ROOT));
    if (byId.isPresent()) found.add(byId.get().id());
    boolean isId = Names.isAgentId(word.toLowerCase(Locale.ROOT));
    var named = isId ? List.<Presence.Agent>of() : presence.named(word);
    for (var agent : named) add(agent.id(), found);
    if (byId.isEmpty() && named.isEmpty()) absent.meantBy(word).forEach(id -> add(id, found));
  }

  private static void add(String id, Set<String> found) {
    if (found.size() < MAX) found.add(id);
  }
}
