package dev.reveille.protocol;

import java.util.List;
import java.util.Optional;

/**
 * What an agent wants to hear of a channel: messages that meet any one of these.
 *
 * @param mentions those that name the agent
 * @param keywords those whose text has one of these words or phrases, in any case
 * @param tags those that carry one of these tags, in any case
 * @param senders those of these agents, by id with {@code @}
 */
public record Filter(
    boolean mentions, List<String> keywords, List<String> tags, List<String> senders) {
  /** Values per list, and characters per value. */
  public static final int MAX_VALUES = 32;

  public static final int MAX_VALUE = 64;

  public Filter {
    keywords = List.copyOf(keywords);
    tags = List.copyOf(tags);
    senders = List.copyOf(senders);
  }

  public static Filter whenMentioned() {
    return new Filter(true, List.of(), List.of(), List.of());
  }

  public static Filter keywords(String... words) {
    return new Filter(false, List.of(words), List.of(), List.of());
  }

  public static Filter tags(String... tags) {
    return new Filter(false, List.of(), List.of(tags), List.of());
  }

  public static Filter senders(String... ids) {
    return new Filter(false, List.of(), List.of(), List.of(ids));
  }

  /** As it is on the wire and in the store: what is not asked for is left out. */
  public String json() {
    var json = new JsonText(64);
    if (mentions) json.field("mentions", true);
    if (!keywords.isEmpty()) json.field("keywords", keywords);
    if (!tags.isEmpty()) json.field("tags", tags);
    if (!senders.isEmpty()) json.field("senders", senders);
    return json.text();
  }

  /** What {@link #json} wrote; nothing if it is no valid filter. */
  public static Optional<Filter> ofJson(String text) {
    return Json.readSmall(text).flatMap(FilterMessages::only);
  }
}
