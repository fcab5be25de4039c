package dev.reveille.server.chat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.server.channel.ChannelCommand;
import dev.reveille.server.delivery.Cells;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.Step;
import org.jspecify.annotations.Nullable;

/**
 * Joins and leaves channels for side sessions: changes the stored memberships of the agent. Its
 * body, if it has one, enters or leaves with them. Part of {@link ChannelsPart}.
 */
final class SideChannels {
  private final ChatParts parts;
  private final ChannelsPart rooms;

  SideChannels(ChatParts parts, ChannelsPart rooms) {
    this.parts = parts;
    this.rooms = rooms;
  }

  Step join(Agent agent, Body side, ClientMessage.Join join) {
    var channel = join.channel();
    var before = MembershipChanges.now(agent, channel);
    if (!before.stored() && ChannelsPart.isFull(agent, parts.config())) {
      return ChannelsPart.tooMany(side, "joining");
    }
    var body = agent.body;
    var admit =
        new ChannelCommand.Admit(
            agent.member(side),
            member(agent, body),
            before.stored() ? ChannelCommand.Entry.RETURN : ChannelCommand.Entry.ASKED,
            join.since(),
            agent.filter(channel),
            agent.newcomer(side, parts.clock().wallMillis()));
    var change = new MembershipChanges.Change();
    return agent
        .calls()
        .to(Cells.channel(channel), admit)
        .ifUndone(_ -> rooms.undo(agent, channel, change, admit.body()))
        .then(
            answer -> {
              if (!(answer instanceof ChatAnswer.Entered(var first))) {
                return Replies.orError(side, answer, Step::none);
              }
              agent.memberships.add(channel);
              if (body != null) ChannelsPart.entered(agent, body, channel);
              MembershipChanges.made(agent, channel, before, change);
              return body != null && first
                  ? ChannelsPart.announce(agent, body, channel)
                  : Step.none();
            });
  }

  private static Presence.@Nullable Member member(Agent agent, @Nullable Body body) {
    return body == null ? null : agent.member(body);
  }

  Step leave(Agent agent, Body side, String channel) {
    var before = MembershipChanges.now(agent, channel);
    var change = new MembershipChanges.Change();
    var dismiss = new ChannelCommand.Dismiss(agent.member(side), member(agent, agent.body));
    return agent
        .calls()
        .to(Cells.channel(channel), dismiss)
        .ifUndone(_ -> rooms.undo(agent, channel, change, dismiss.body()))
        .then(
            answer ->
                Replies.orError(
                    side,
                    answer,
                    () -> {
                      ChannelsPart.forget(agent, channel);
                      if (agent.body != null && parts.config().channels().contains(channel)) {
                        ChannelsPart.left(agent, channel, true);
                      }
                      MembershipChanges.made(agent, channel, before, change);
                      return Step.none();
                    }));
  }
}
