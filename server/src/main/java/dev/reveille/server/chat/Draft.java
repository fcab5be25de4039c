package dev.reveille.server.chat;

import dev.reveille.protocol.Marker;
import java.util.List;

/**
 * A message of a client before it has a place in a stream.
 *
 * @param content the sender's text without redacted parts and markers
 * @param mentions the ids of the agents that it mentions
 * @param markers the requests to the server in the text, cut out of the content
 * @param absent the agents that are away and that it may mention
 */
public record Draft(
    String sender,
    String to,
    String content,
    List<String> mentions,
    List<Marker> markers,
    AbsentAgents absent) {
  public Draft {
    mentions = List.copyOf(mentions);
    markers = List.copyOf(markers);
  }

  public Draft(String sender, String to, String content, List<String> mentions) {
    this(sender, to, content, mentions, List.of(), AbsentAgents.NONE);
  }

  /** Makes the draft of a text as it came from its sender. */
  Draft(String sender, String to, String content, AbsentAgents absent) {
    this(sender, to, content, List.of(), List.of(), absent);
  }

  /** True if the message holds markers and nothing for other agents. */
  boolean isMarkersOnly() {
    return !markers.isEmpty() && content.isEmpty();
  }

  Draft withContent(String text) {
    return text.equals(content) ? this : new Draft(sender, to, text, mentions, markers, absent);
  }

  Draft withMentions(List<String> ids) {
    return new Draft(sender, to, content, ids, markers, absent);
  }

  Draft withMarkers(List<Marker> found) {
    return new Draft(sender, to, content, mentions, found, absent);
  }
}
