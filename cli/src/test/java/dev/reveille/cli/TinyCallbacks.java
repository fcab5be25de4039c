package dev.reveille.cli;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.Marker;
import dev.reveille.protocol.Markers;
import dev.reveille.protocol.ServerMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The durable callbacks of a {@link TinyServer}: they are kept and never fire. */
final class TinyCallbacks {
  private static final long FIRE_AT = 1_700_000_000_000L;
  private static final Duration LONGEST = Duration.ofHours(8);
  private static final int LONGEST_TEXT = 100;

  private final List<ServerMessage.PendingCallback> kept = new ArrayList<>();

  synchronized List<ServerMessage.PendingCallback> all() {
    return List.copyOf(kept);
  }

  synchronized boolean cancel(String id) {
    return kept.removeIf(callback -> callback.cbId().equals(id));
  }

  /**
   * Keeps a callback for eight hours at most. A long text and a delay of years are refused.
   *
   * @return the refusal, if it is refused
   */
  synchronized Optional<ServerMessage> remember(
      String agent, ClientMessage.Msg msg, boolean durable) {
    if (!durable || msg.content().length() > LONGEST_TEXT) {
      var why = JsonText.quote(durable ? "PAYLOAD_TOO_LONG" : "NOT_DURABLE");
      return refusal(agent, "@@cb-error@@", "\"cb_error\":" + why);
    }
    var asked = ((Marker.Callback) Markers.find(msg.content()).markers().getFirst()).delay();
    if (asked.compareTo(Duration.ofDays(365)) > 0) {
      return refusal(
          agent,
          "@@cb-error@@DELAY_TOO_LONG",
          "\"cb_error\":\"DELAY_TOO_LONG\",\"cb_max_s\":" + LONGEST.toSeconds());
    }
    long millis = Math.min(asked.toMillis(), LONGEST.toMillis());
    kept.add(
        new ServerMessage.PendingCallback(
            "cb_" + kept.size(), msg.to(), msg.content(), FIRE_AT, FIRE_AT - millis));
    return Optional.empty();
  }

  private static Optional<ServerMessage> refusal(String agent, String content, String fields) {
    return Optional.of(
        new ServerMessage.Msg(1, "@server", "server", agent, content, 0, null, null, fields));
  }
}
