package dev.reveille.server.channel;

import dev.reveille.protocol.Filter;
import dev.reveille.protocol.Priority;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A filter of the wire, prepared for matching. Can be used by any thread. */
public final class FilterRule {
  private final boolean mentions;
  private final List<FilteredText.Keyword> keywords;
  private final List<String> tags;
  private final Set<String> senders;
  private final @Nullable Priority priority;

  public FilterRule(Filter only) {
    mentions = only.mentions();
    keywords = only.keywords().stream().map(FilteredText.Keyword::of).toList();
    tags = only.tags().stream().map(t -> t.strip().toLowerCase(Locale.ROOT)).toList();
    senders = Set.copyOf(only.senders());
    priority = only.priority();
  }

  /** True if the message has at least one of the criteria for this agent. */
  public boolean matches(FilteredText said, String agent) {
    return (mentions && said.names(agent))
        || senders.contains(said.sender())
        || (priority != null && said.priority().isAtLeast(priority))
        || tags.stream().anyMatch(said::isTagged)
        || keywords.stream().anyMatch(said::has);
  }

  /** True if the filter names this sender. */
  boolean namesSender(String sender) {
    return senders.contains(sender);
  }
}
