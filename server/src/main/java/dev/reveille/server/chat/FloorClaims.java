package dev.reveille.server.chat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.server.kernel.Calls;
import dev.reveille.server.kernel.Step;

/** An agent's claims to the floor of channels. Part of the agent cell. */
final class FloorClaims {
  /** Channels that an agent may claim the floor of at once without being in them. */
  private static final int MAX_OUTSIDE = 16;

  private final AgentState state;
  private final ChatParts parts;
  private final Calls<ChatAnswer> calls;

  FloorClaims(AgentState state, ChatParts parts, Calls<ChatAnswer> calls) {
    this.state = state;
    this.parts = parts;
    this.calls = calls;
  }

  Step claim(AgentState.Body body, ClientMessage.RespondingTo claim) {
    var channel = claim.channel();
    boolean outside = !state.channels.contains(channel);
    long now = parts.clock().nanos();
    var claimed = state.changeSeldom().claimedOutside();
    claimed.values().removeIf(end -> now - end >= 0);
    if (outside && !claimed.containsKey(channel) && claimed.size() >= MAX_OUTSIDE) {
      return Replies.error(
          body, ErrorCode.RATE_LIMITED, "Claims in too many channels that you are not in");
    }
    if (outside && !parts.channels().contains(channel)) return Step.none();
    return calls
        .to(
            Cells.channel(channel),
            new ChannelCommand.Claim(state.member(body), claim.msgId(), claim.startedAt()))
        .nothingToUndo()
        .then(
            answer -> {
              // Leaving a channel ends the claims in it; where one never was, the agent must
              // remember.
              if (outside && answer instanceof ChatAnswer.Claimed) {
                state
                    .changeSeldom()
                    .claimedOutside()
                    .put(channel, now + parts.config().claimTtl().toNanos());
              }
              return Rooms.orError(body, answer, Step::none);
            });
  }
}
