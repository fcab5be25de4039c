package dev.reveille.server.edge.dashboard;

import dev.reveille.protocol.Json;
import dev.reveille.protocol.JsonText;
import dev.reveille.server.observe.EventKind;
import dev.reveille.server.observe.EventKinds;
import dev.reveille.server.store.StoredEvent;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Decides which details of an event everybody may see, by its kind. A kind without a facet shows no
 * detail. A field that its kind does not name is for administrators only.
 */
final class PublicDetails {
  private static final String REASON = "reason";

  private final EventKinds kinds;

  PublicDetails(EventKinds kinds) {
    this.kinds = kinds;
  }

  /** True if only administrators may see the event. */
  boolean hides(StoredEvent event) {
    return kinds
        .find(event.kind())
        .filter(kind -> kind.shown() == EventKind.Shown.NEVER)
        .isPresent();
  }

  /** True if the event changes what the feed shows of earlier ones. */
  boolean changesEarlier(StoredEvent event) {
    return kinds.find(event.kind()).filter(EventKind::changesEarlier).isPresent();
  }

  /**
   * Returns the visible part of the detail as JSON; null if there is none.
   *
   * @param inChannel true if it happened in a channel that everybody sees
   */
  @Nullable String of(StoredEvent event, boolean inChannel) {
    var fields = kinds.find(event.kind()).map(kind -> fields(kind, inChannel)).orElse(List.of());
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

  private static List<String> fields(EventKind kind, boolean inChannel) {
    return switch (kind.shown()) {
      case ALWAYS -> kind.fields();
      case FIELDS_IN_CHANNEL -> inChannel ? kind.fields() : List.of();
      case NEVER -> List.of();
    };
  }

  /** Returns the detail as JSON. A detail that is a sentence becomes the field of the reason. */
  static String json(@Nullable String detail) {
    if (detail == null || detail.isEmpty()) return "{}";
    return Optional.of(detail)
        .filter(text -> Json.read(text).filter(JsonNode::isObject).isPresent())
        .orElseGet(() -> new JsonText(64).field(REASON, detail).text());
  }
}
