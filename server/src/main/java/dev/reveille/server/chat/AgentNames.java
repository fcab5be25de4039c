package dev.reveille.server.chat;

import dev.reveille.protocol.Names;

/** Says which names an agent may have. */
public final class AgentNames {
  /** The reason why a name of 16 hex digits is refused. */
  public static final String LIKE_AN_ID =
      "A name of 16 hex digits would pass for the id of an agent";

  private AgentNames() {}

  /** True if the name is not the name of the server. */
  public static boolean mayBeUsed(String name) {
    return !name.equalsIgnoreCase(Names.SERVER.substring(1));
  }
}
