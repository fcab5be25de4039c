package dev.reveille.protocol;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Selects the messages of a channel that an agent gets: those that match any one of these.
 *
 * @param mentions true for messages that mention the agent
 * @param keywords words or phrases in the text, ignoring case
 * @param tags tags of the message, ignoring case
 * @param senders ids of agents with {@code @}
 * @param priority messages of this priority and more urgent ones; null = none because of it
 */
public record Filter(
    boolean mentions,
    List<String> keywords,
    List<String> tags,
    List<String> senders,
    @Nullable Priority priority) {
  /** The most values per list, and the most characters per value. */
  public static final int MAX_VALUES = 32;

  public static final int MAX_VALUE = 64;

  public Filter {
    keywords = List.copyOf(keywords);
    tags = List.copyOf(tags);
    senders = List.copyOf(senders);
  }

  public Filter(boolean mentions, List<String> keywords, List<String> tags, List<String> senders) {
    this(mentions, keywords, tags, senders, null);
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

  public static Filter atLeast(Priority priority) {
    return new Filter(false, List.of(), List.of(), List.of(), priority);
  }

  /** Returns the JSON for the wire and the store. Leaves out parts that are not set. */
  public String json() {
    var json = new JsonText(64);
    if (mentions) json.field("mentions", true);
    if (!keywords.isEmpty()) json.field("keywords", keywords);
    if (!tags.isEmpty()) json.field("tags", tags);
    if (!senders.isEmpty()) json.field("senders", senders);
    if (priority != null) json.field("priority", priority.word());
    return json.text();
  }

  /** Returns the filter that {@link #json} wrote; empty if the text is not a valid filter. */
  public static Optional<Filter> ofJson(String text) {
    return Json.readSmall(text).flatMap(FilterMessages::only);
  }
}
