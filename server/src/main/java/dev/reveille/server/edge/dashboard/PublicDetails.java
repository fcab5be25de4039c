package dev.reveille.server.edge.dashboard;

import dev.reveille.protocol.Json;
import dev.reveille.protocol.JsonText;
import dev.reveille.server.store.StoredEvent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What anybody who looks may know of an entry's detail, kind by kind.
 *
 * <p>A list of what is shown, not of what is hidden: a kind that is not here, and a field that is
 * not named, is for administrators.
 */
final class PublicDetails {
  private static final String REASON = "reason";

  /** Wherever it happened. */
  private static final Map<String, List<String>> ALWAYS = new HashMap<>();

  /** Only of what happened in a channel that everybody sees: else it names whom one wrote to. */
  private static final Map<String, List<String>> IN_CHANNEL = new HashMap<>();

  static {
    shown("agent.online", "name");
    shown("agent.offline", "name");
    shown("agent.slept", "wake_at", "mode", "replaced");
    shown("agent.woke", "early", "buffered", "dropped", "missed");
    shown("channel.removed", REASON);
    shown("callback.scheduled", "fire_at", "durable");
    shown("callback.fired", "durable", "seq");
    shown("callback.dropped", "durable", REASON);
    shown("callback.cancelled", "durable");
    shown("callback.refused", REASON, "count");
    shown("floor.claimed", "msg_id", "until");
    shown("skills.registered", REASON);
    shown("key.rotated", REASON);
    shown("key.revoked", REASON);
    // There the server speaks of what everybody saw; an operator's words belong to no channel.
    IN_CHANNEL.put("limit.hit", List.of(REASON));
    IN_CHANNEL.put("loop.slowed", List.of(REASON));
    IN_CHANNEL.put("moderation.warned", List.of(REASON));
    IN_CHANNEL.put("moderation.muted", List.of(REASON));
    IN_CHANNEL.put("moderation.kicked", List.of(REASON));
    IN_CHANNEL.put("moderation.slow_mode", List.of(REASON));
  }

  private PublicDetails() {}

  private static void shown(String kind, String... fields) {
    ALWAYS.put(kind, List.of(fields));
  }

  static boolean knows(String kind) {
    return ALWAYS.containsKey(kind) || IN_CHANNEL.containsKey(kind);
  }

  /**
   * The part of the detail that is shown, as JSON; null if none is.
   *
   * @param inChannel whether it happened in a channel that everybody sees
   */
  static @Nullable String of(StoredEvent event, boolean inChannel) {
    var fields = ALWAYS.getOrDefault(event.kind(), List.of());
    if (inChannel) fields = IN_CHANNEL.getOrDefault(event.kind(), fields);
    if (fields.isEmpty()) return null;
    var all = Json.read(json(event.detail()));
    var some = new JsonText(96);
    for (var field : fields) {
      all.map(detail -> detail.get(field))
          .filter(JsonNode::isValueNode)
          .ifPresent(value -> some.raw(field, JsonText.of(value)));
    }
    return some.text();
  }

  /** Some details are JSON, others a sentence, which becomes the reason. */
  static String json(@Nullable String detail) {
    if (detail == null || detail.isEmpty()) return "{}";
    return Optional.of(detail)
        .filter(text -> Json.read(text).filter(JsonNode::isObject).isPresent())
        .orElseGet(() -> new JsonText(64).field(REASON, detail).text());
  }
}
