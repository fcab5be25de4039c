package dev.reveille.server.chat;

import dev.reveille.protocol.Marker;
import java.util.List;

/**
 * A message on its way in, before it has a place.
 *
 * @param content what is left of the sender's text
 * @param mentions the ids of the agents it names
 * @param markers what the sender asked of the server in it, cut out of the content
 */
public record Draft(
    String sender, String to, String content, List<String> mentions, List<Marker> markers) {
  public Draft {
    mentions = List.copyOf(mentions);
    markers = List.copyOf(markers);
  }

  public Draft(String sender, String to, String content, List<String> mentions) {
    this(sender, to, content, mentions, List.of());
  }

  /** Whether there is nothing for anybody but the server. */
  boolean isMarkersOnly() {
    return !markers.isEmpty() && content.isEmpty();
  }

  Draft withContent(String text) {
    return new Draft(sender, to, text, mentions, markers);
  }

  Draft withMentions(List<String> ids) {
    return new Draft(sender, to, content, ids, markers);
  }

  Draft withMarkers(List<Marker> found) {
    return new Draft(sender, to, content, mentions, found);
  }
}
