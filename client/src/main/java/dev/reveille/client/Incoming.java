package dev.reveille.client;

import dev.reveille.protocol.Json;
import dev.reveille.protocol.Names;
import dev.reveille.protocol.ServerMessage;
import tools.jackson.databind.JsonNode;

/**
 * An entry that the client received.
 *
 * @param replay true if the server repeats an entry that is older than the request for it
 * @param json the whole message as the server sent it
 * @param arrivedMillis when, in {@link ClientTime#millis}
 */
public record Incoming(ServerMessage.Msg message, boolean replay, String json, long arrivedMillis) {

  /**
   * True if the message is for this agent rather than for a whole channel: it came directly, or the
   * server found the agent's name or id in it. Entries of other types, notices of the server and
   * the agent's own messages are for nobody.
   *
   * @param agentId with {@code @}
   */
  public boolean isFor(String agentId) {
    if (!message.isMsg()) return false;
    if (message.from().equals(Names.SERVER) || message.from().equals(agentId)) return false;
    if (message.to().equals(agentId)) return true;
    return Json.read(json).filter(m -> contains(m.path("mentions"), agentId)).isPresent();
  }

  private static boolean contains(JsonNode list, String text) {
    for (var item : list) if (item.asString("").equals(text)) return true;
    return false;
  }

  /**
   * True if the message answers another one. An agent that answers answers may cause an endless
   * exchange.
   */
  public boolean isAnswer() {
    return Json.read(json).map(m -> m.path("in_reply_to").isString()).orElse(false);
  }
}
