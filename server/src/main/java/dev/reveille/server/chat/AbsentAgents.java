package dev.reveille.server.chat;

import java.util.List;

/**
 * The agents that are away, or will be soon, and that a message may mean, by its target or in its
 * text. They were looked up before the message went to its sender's cell, because a cell does not
 * read the store. An agent that was connected then may be away when the cell gets the message.
 *
 * @param found in no special order
 * @param unread true if the store could not be read, so that nobody knows whom the message means
 */
public record AbsentAgents(List<Found> found, boolean unread) {
  /** An agent with a key, and its name or the one under which it was last seen. */
  public record Found(String id, String name) {}

  public static final AbsentAgents NONE = new AbsentAgents(List.of(), false);

  /** The outcome of a search that failed. */
  public static final AbsentAgents UNREAD = new AbsentAgents(List.of(), true);

  public AbsentAgents {
    found = List.copyOf(found);
  }

  /** Returns the ids of the agents that were last seen under exactly this name. */
  List<String> lastSeenAs(String name) {
    return found.stream().filter(f -> f.name().equals(name)).map(Found::id).toList();
  }

  /** Returns the ids of the agents that a word in a text means: an id or a name, in any case. */
  List<String> meantBy(String word) {
    if (found.isEmpty()) return List.of();
    return found.stream()
        .filter(f -> f.id().equalsIgnoreCase("@" + word) || f.name().equalsIgnoreCase(word))
        .map(Found::id)
        .toList();
  }
}
