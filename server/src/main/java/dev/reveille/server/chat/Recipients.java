package dev.reveille.server.chat;

import dev.reveille.protocol.Names;
import dev.reveille.server.kernel.Presence;
import java.util.List;

/**
 * Finds the agents that a target with {@code @} means.
 *
 * <p>An id means its agent, connected or not. It never means an agent that has this id as its name,
 * because that agent would get messages for another.
 */
public final class Recipients {
  /** The most ids in an error text. */
  static final int MOST_SHOWN = 20;

  private Recipients() {}

  /** Returns a target as an error quotes it. */
  public static String brief(String target) {
    if (target.length() <= 40) return target;
    int end = Character.isHighSurrogate(target.charAt(39)) ? 39 : 40;
    return target.substring(0, end) + "…";
  }

  /**
   * Returns the connected agents that the target means: one by its id, or all with exactly that
   * name.
   */
  public static List<Presence.Agent> connected(Presence presence, String to) {
    var byId = presence.agent(to);
    if (byId.isPresent()) return List.of(byId.get());
    var word = to.substring(1);
    return Names.isAgentId(word)
        ? List.of()
        : presence.named(word).stream().filter(agent -> agent.name().equals(word)).toList();
  }

  /** True if the target means no connected agent, and may be the name of an absent one. */
  public static boolean isAbsentName(Presence presence, String to) {
    return to.startsWith("@")
        && Names.isName(to.substring(1))
        && !Names.isAgentId(to.substring(1))
        && connected(presence, to).isEmpty();
  }

  /** Returns the first ids of a list, for an error text. */
  public static String some(List<String> ids) {
    var shown = String.join(", ", ids.stream().limit(MOST_SHOWN).toList());
    return ids.size() > MOST_SHOWN ? shown + ", …" : shown;
  }
}
