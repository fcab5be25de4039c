package dev.reveille.server.channel;

import dev.reveille.protocol.Filter;
import dev.reveille.protocol.Names;
import dev.reveille.server.kernel.SessionId;
import java.util.List;
import java.util.Set;

/** A member with a filter. */
final class FilteredMember {
  private final String agent;
  private final SessionId session;
  private final FilterRule rule;
  private final Set<String> muted;

  FilteredMember(String agent, SessionId session, Filter only, List<String> muted) {
    this.agent = agent;
    this.session = session;
    rule = new FilterRule(only);
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
    return rule.matches(said, agent);
  }

  /** True if the member gets presence and other events of this agent that are not messages. */
  boolean getsEventsOf(String sender) {
    return rule.namesSender(sender) && !muted.contains(sender);
  }
}
