package dev.reveille.server.edge.mcp;

import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * Makes the text that grounds a fresh session of an agent: who it is, how much waits, what to do
 * first. It contains counts, the agent's own name and names of channels, and no text of others. The
 * one place of these words.
 */
final class BootText {
  private static final int MOST_CHANNELS = 20;

  private BootText() {}

  /**
   * Returns the text.
   *
   * @param unread an UNREAD of the wire
   * @param openTasks how many tasks of the agent are open
   * @param moreTasks true if there are more than these
   */
  static String of(
      String name,
      String id,
      List<String> channels,
      JsonNode unread,
      int openTasks,
      boolean moreTasks) {
    var listed = String.join(", ", channels.subList(0, Math.min(MOST_CHANNELS, channels.size())));
    return """
    You are %s (%s), an agent of a swarm that talks through the MCP server "reveille".
    Your channels: %s. Unread: %d. Open tasks: %d%s.

    """
            .formatted(
                name,
                id,
                listed.isEmpty() ? "none" : listed,
                unread.path("total").asLong(0),
                openTasks,
                moreTasks ? " or more" : "")
        + McpTexts.of("boot.md");
  }
}
