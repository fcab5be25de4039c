package dev.reveille.server.route;

import dev.reveille.protocol.Json;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.Priority;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The events that a route is for. All parts must match. Equal filters have equal texts.
 *
 * @param least only events of this priority or above
 * @param from only events of these agents; empty = of all
 * @param tags only messages with one of these tags; empty = all
 * @param replyTo only replies to this message; empty = all
 */
public record RouteFilter(Priority least, List<String> from, List<String> tags, String replyTo) {
  /** Lets every event through. */
  public static final RouteFilter ALL = new RouteFilter(Priority.LOW, List.of(), List.of(), "");

  public RouteFilter {
    from = List.copyOf(new TreeSet<>(from));
    tags = List.copyOf(new TreeSet<>(tags));
  }

  /** True if the text of a message's further fields is needed to decide. */
  boolean needsFields() {
    return !tags.isEmpty() || !replyTo.isEmpty();
  }

  /**
   * True if the event is one of those that are meant.
   *
   * @param fields the further fields of the message; null if they are not known
   */
  boolean matches(Priority priority, String sender, @Nullable JsonNode fields) {
    if (!priority.isAtLeast(least)) return false;
    if (!from.isEmpty() && !from.contains(sender)) return false;
    if (!needsFields()) return true;
    if (fields == null) return false;
    if (!replyTo.isEmpty() && !fields.path("in_reply_to").asString("").equals(replyTo)) {
      return false;
    }
    if (tags.isEmpty()) return true;
    for (var tag : fields.path("tags")) if (tags.contains(tag.asString(""))) return true;
    return false;
  }

  /** Returns the filter as it is stored; empty if every event passes. */
  String text() {
    if (equals(ALL)) return "";
    var json = new JsonText(96).field("least", least.word());
    if (!from.isEmpty()) json.field("from", from);
    if (!tags.isEmpty()) json.field("tags", tags);
    if (!replyTo.isEmpty()) json.field("reply_to", replyTo);
    return json.text();
  }

  /**
   * Reads a stored filter.
   *
   * @throws IllegalArgumentException if it is none: a route that cannot be read lets nothing pass
   */
  static RouteFilter read(String text) {
    if (text.isEmpty()) return ALL;
    var json =
        Json.read(text).orElseThrow(() -> new IllegalArgumentException("no filter: " + text));
    var least =
        Priority.of(json.path("least").asString(""))
            .orElseThrow(() -> new IllegalArgumentException("no filter: " + text));
    return new RouteFilter(
        least,
        List.copyOf(words(json.path("from"))),
        List.copyOf(words(json.path("tags"))),
        json.path("reply_to").asString(""));
  }

  private static Collection<String> words(JsonNode list) {
    var words = new ArrayList<String>();
    for (var each : list) words.add(each.asString(""));
    return words;
  }
}
