package dev.reveille.cli;

import dev.reveille.client.Incoming;
import dev.reveille.client.ReveilleClient;
import dev.reveille.protocol.Json;
import dev.reveille.protocol.Names;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Looks for the server's report that it refused a callback which the session asked for. */
final class RefusedCallback {
  private RefusedCallback() {}

  /**
   * Takes what the server sent besides answers.
   *
   * @throws Problem if the server refused a callback
   */
  static void look(ReveilleClient client) {
    for (var next = client.next(Duration.ZERO);
        next.isPresent();
        next = client.next(Duration.ZERO)) {
      var refused = refusal(next.get());
      if (refused.isPresent()) throw new Problem(Exit.REFUSED, sentence(refused.get()));
    }
  }

  private static Optional<JsonNode> refusal(Incoming incoming) {
    if (!incoming.message().from().equals(Names.SERVER)) return Optional.empty();
    return Json.read(incoming.json()).filter(m -> !m.path("cb_error").asString("").isEmpty());
  }

  private static String sentence(JsonNode refusal) {
    var reason = refusal.path("cb_error").asString("");
    return switch (reason) {
      case "DELAY_TOO_LONG" ->
          "The callback is refused (DELAY_TOO_LONG): the server allows at most "
              + refusal.path("cb_max_s").asLong(0)
              + " s.";
      case "QUOTA" ->
          "The callback is refused (QUOTA): the agent has as many pending callbacks as the server allows.";
      case "PAYLOAD_TOO_LONG" ->
          "The callback is refused (PAYLOAD_TOO_LONG): its text is too long.";
      case "CHANNEL" -> "The callback is refused (CHANNEL): the agent is not in that channel.";
      default -> "The callback is refused: " + Plain.line(reason) + ".";
    };
  }
}
