package dev.reveille.client.csma;

import dev.reveille.protocol.Json;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * The topic of a message, as the server states it.
 *
 * @param tags its topic words, as far as they are texts
 * @param mentions the ids of the agents that its text names: decided by the server when it came in
 */
record Topic(List<String> tags, List<String> mentions) {
  /** A server relays no more than 32 tags and 100 mentions. */
  private static final int MAX = 100;

  static Topic of(String json) {
    var message = Json.read(json);
    return new Topic(
        message.map(m -> texts(m.path("tags"))).orElse(List.of()),
        message.map(m -> texts(m.path("mentions"))).orElse(List.of()));
  }

  private static List<String> texts(JsonNode list) {
    var texts = new ArrayList<String>();
    if (!list.isArray()) return texts;
    for (var item : list) {
      if (item.isString() && texts.size() < MAX) texts.add(item.stringValue());
    }
    return texts;
  }
}
