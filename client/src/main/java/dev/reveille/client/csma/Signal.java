package dev.reveille.client.csma;

import dev.reveille.client.Incoming;
import dev.reveille.protocol.Json;
import dev.reveille.protocol.Names;

/** A message of the server to an agent about its checks. */
sealed interface Signal {
  /** A check's time has come. */
  record Fired(long replyTo) implements Signal {}

  /** A callback was refused; it is not said which. */
  record Refused(String reason) implements Signal {}

  /** Nothing about a check. */
  record None() implements Signal {}

  String FIRE = "@@cb-fire@@";
  String ERROR = "@@cb-error@@";

  static String payload(long replyTo) {
    return "{\"csma\":\"check\",\"reply_to\":" + replyTo + "}";
  }

  /**
   * Reads it. What was not said by the server, to this agent alone and about its own callback, is
   * none: anybody can have a callback with such a payload fire in a channel.
   */
  static Signal read(Incoming incoming, String self) {
    var message = incoming.message();
    if (!message.from().equals(Names.SERVER) || !message.to().equals(self)) return new None();
    var json = Json.read(incoming.json());
    if (json.isEmpty()) return new None();
    if (message.content().startsWith(ERROR)) {
      var reason = json.get().path("cb_error");
      return reason.isString() ? new Refused(reason.stringValue()) : new None();
    }
    boolean own = json.get().path("cb_origin").asString("").equals(self);
    if (!own || !message.content().startsWith(FIRE)) return new None();
    var payload = Json.read(message.content().substring(FIRE.length()));
    if (payload.isEmpty() || !payload.get().path("csma").asString("").equals("check")) {
      return new None();
    }
    var replyTo = payload.get().path("reply_to");
    return replyTo.isIntegralNumber() && replyTo.canConvertToLong()
        ? new Fired(replyTo.longValue())
        : new None();
  }
}
