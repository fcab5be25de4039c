package dev.reveille.server.chat;

import java.util.List;

/**
 * A message on its way in, before it has a place.
 *
 * @param content what is left of the sender's text
 * @param mentions the ids of the agents it names
 */
public record Draft(String sender, String to, String content, List<String> mentions) {
  public Draft {
    mentions = List.copyOf(mentions);
  }

  Draft withContent(String text) {
    return new Draft(sender, to, text, mentions);
  }

  Draft withMentions(List<String> ids) {
    return new Draft(sender, to, content, ids);
  }
}
