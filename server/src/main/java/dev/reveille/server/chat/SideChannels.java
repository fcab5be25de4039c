package dev.reveille.server.chat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.server.channel.ChannelCommand;
import dev.reveille.server.delivery.Cells;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.Step;
import org.jspecify.annotations.Nullable;

/**
 * Joins and leaves channels for side sessions: changes the stored memberships of the agent. Part of
 * {@link ChannelsPart}.
 */
final class SideChannels {
  private final ChatParts parts;

  SideChannels(ChatParts parts) {
    this.parts = parts;
  }

  Step join(Agent agent, Body side, ClientMessage.Join join) {
    var channel = join.channel();
    boolean stored = agent.memberships.contains(channel);
    if (!stored && ChannelsPart.isFull(agent, parts.config())) {
      return ChannelsPart.tooMany(side, "joining");
    }
    var body = agent.body;
    var admit =
        new ChannelCommand.Admit(
            agent.member(side),
            member(agent, body),
            stored ? ChannelCommand.Entry.RETURN : ChannelCommand.Entry.ASKED,
            join.since(),
            agent.filter(channel),
            agent.newcomer(side, parts.clock().wallMillis()));
    return agent
        .calls()
        .to(Cells.channel(channel), admit)
        .ifUndone(
            answer -> {
              if (!stored) agent.memberships.remove(channel);
              boolean entered = answer instanceof ChatAnswer.Entered(var first) && first;
              if (entered && body != null && agent.isBody(body.session())) {
                agent.channels.remove(channel);
              }
              return Step.none();
            })
        .then(
            answer -> {
              if (!(answer instanceof ChatAnswer.Entered(var first))) {
                return Replies.orError(side, answer, Step::none);
              }
              agent.memberships.add(channel);
              if (body == null || !first) return Step.none();
              ChannelsPart.entered(agent, body, channel);
              return ChannelsPart.announce(agent, body, channel);
            });
  }

  private static Presence.@Nullable Member member(Agent agent, @Nullable Body body) {
    return body == null ? null : agent.member(body);
  }

  Step leave(Agent agent, Body side, String channel) {
    boolean stored = agent.memberships.contains(channel);
    var body = agent.body;
    boolean in = agent.channels.contains(channel);
    var only = agent.filter(channel).only();
    ChannelsPart.forget(agent, channel);
    return agent
        .calls()
        .to(
            Cells.channel(channel),
            new ChannelCommand.Dismiss(agent.member(side), member(agent, body)))
        .ifUndone(
            _ -> {
              if (in && body != null && agent.isBody(body.session())) {
                ChannelsPart.entered(agent, body, channel);
              }
              if (stored) agent.memberships.add(channel);
              else agent.memberships.remove(channel);
              SubscriptionsPart.choose(agent, channel, only);
              return Step.none();
            })
        .then(answer -> Replies.orError(side, answer, Step::none));
  }
}
