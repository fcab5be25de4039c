package dev.reveille.server.channel;

import dev.reveille.protocol.Filter;
import dev.reveille.protocol.Names;
import dev.reveille.server.kernel.SessionId;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** A member with a filter, prepared for matching. */
final class FilteredMember {
  private final String agent;
  private final SessionId session;
  private final boolean mentions;
  private final List<FilteredText.Keyword> keywords;
  private final List<String> tags;
  private final Set<String> senders;
  private final Set<String> muted;

  FilteredMember(String agent, SessionId session, Filter only, List<String> muted) {
    this.agent = agent;
    this.session = session;
    mentions = only.mentions();
    keywords = only.keywords().stream().map(FilteredText.Keyword::of).toList();
    tags = only.tags().stream().map(t -> t.strip().toLowerCase(Locale.ROOT)).toList();
    senders = Set.copyOf(only.senders());
    this.muted = Set.copyOf(muted);
  }

  SessionId session() {
    return session;
  }

  /**
   * True if the filter lets the message pass. An agent's own messages always pass: their copy is
   * the acknowledgement.
   */
  boolean accepts(FilteredText said) {
    var sender = said.sender();
    if (sender.equals(agent)) return true;
    if (sender.equals(Names.SERVER) || muted.contains(sender)) return false;
    return (mentions && said.names(agent))
        || senders.contains(sender)
        || tags.stream().anyMatch(said::isTagged)
        || keywords.stream().anyMatch(said::has);
  }

  /** True if the member gets presence and other events of this agent that are not messages. */
  boolean getsEventsOf(String sender) {
    return senders.contains(sender) && !muted.contains(sender);
  }
}
