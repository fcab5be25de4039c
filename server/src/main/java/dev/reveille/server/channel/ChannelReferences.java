package dev.reveille.server.channel;

import dev.reveille.protocol.Names;
import dev.reveille.protocol.Priority;
import dev.reveille.server.delivery.Cells;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.Tell;
import dev.reveille.server.store.StoredEntry;
import java.util.ArrayList;
import java.util.List;

/** Tells the mailboxes of agents that a message of a channel mentions them. */
public final class ChannelReferences {
  /** The most mentions of one message that make references. */
  public static final int MOST = 32;

  private final ChannelState state;

  ChannelReferences(ChannelState state) {
    this.state = state;
  }

  /**
   * Returns a durable tell for each mentioned agent that has a key and that the channel concerns.
   * In front of them stands which of them get the message itself. Empty if nobody is mentioned.
   */
  List<Effect> to(ChannelCommand.Post post, StoredEntry stored, FilteredText said) {
    var effects = new ArrayList<Effect>();
    var receivers = new ArrayList<SessionId>();
    for (var agent : post.mentions().subList(0, Math.min(MOST, post.mentions().size()))) {
      boolean concerned =
          Names.isKeyId(agent.substring(1))
              && !agent.equals(post.author().agent())
              && state.concerns(agent);
      if (!concerned) continue;
      var refer =
          new Refer(
              state.name(),
              stored.seq(),
              stored.ts(),
              stored.sender(),
              Priority.ofExtras(stored.extras()));
      effects.add(Tell.durable(Cells.mailbox(agent), refer, post.id()));
      var member = state.member(agent);
      if (member != null && state.filters().gets(agent, said)) receivers.add(member.session());
    }
    if (!receivers.isEmpty()) {
      effects.addFirst(
          new ChannelEffect.Mentioned(state.name(), stored.seq(), stored.ts(), receivers));
    }
    return effects;
  }
}
