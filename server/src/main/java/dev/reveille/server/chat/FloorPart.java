package dev.reveille.server.chat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.server.channel.ChannelCommand;
import dev.reveille.server.delivery.Cells;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.kernel.Calls;
import dev.reveille.server.kernel.Step;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Claims the floor of channels for an agent. Part of the agent cell. */
final class FloorPart implements AgentPart {
  /** The most channels whose floor an agent may claim at once without being a member. */
  private static final int MAX_OUTSIDE = 16;

  /**
   * The channels whose floor the body claims without being a member, and until when (monotonic
   * time).
   */
  private static final Slot<Map<String, Long>> OUTSIDE = new Slot<>(LinkedHashMap::new);

  private final ChatParts parts;

  FloorPart(ChatParts parts) {
    this.parts = parts;
  }

  @Override
  public List<Request<?>> requests() {
    return List.of(Request.of(ClientMessage.RespondingTo.class, this::claim));
  }

  @Override
  public List<Calls<ChatAnswer>.Call> departing(Agent agent, Body body) {
    var claimed = agent.find(OUTSIDE);
    if (claimed == null) return List.of();
    agent.clear(OUTSIDE);
    var calls = new ArrayList<Calls<ChatAnswer>.Call>();
    for (var channel : claimed.keySet()) {
      calls.add(
          agent
              .calls()
              .to(Cells.channel(channel), new ChannelCommand.ReleaseFloor(body.session()))
              .nothingToUndo());
    }
    return calls;
  }

  private Step claim(Agent agent, Body body, ClientMessage.RespondingTo claim) {
    var channel = claim.channel();
    boolean outside = !agent.channels.contains(channel);
    long now = parts.clock().nanos();
    if (outside && isFull(agent, channel, now)) {
      return Replies.error(
          body, ErrorCode.RATE_LIMITED, "Claims in too many channels that you are not in");
    }
    if (outside && !parts.channels().contains(channel)) return Step.none();
    return agent
        .calls()
        .to(
            Cells.channel(channel),
            new ChannelCommand.Claim(agent.member(body), claim.msgId(), claim.startedAt()))
        .nothingToUndo()
        .then(
            answer -> {
              // Leaving a channel ends the claims in it. The agent must remember claims in channels
              // that it never entered.
              if (outside && answer instanceof ChatAnswer.Claimed) {
                agent.slot(OUTSIDE).put(channel, now + parts.config().claimTtl().toNanos());
              }
              return Replies.orError(body, answer, Step::none);
            });
  }

  /** True if the body claims the floor of the most channels that it may without being a member. */
  private static boolean isFull(Agent agent, String channel, long now) {
    var claimed = agent.find(OUTSIDE);
    if (claimed == null) return false;
    claimed.values().removeIf(end -> now - end >= 0);
    return !claimed.containsKey(channel) && claimed.size() >= MAX_OUTSIDE;
  }
}
