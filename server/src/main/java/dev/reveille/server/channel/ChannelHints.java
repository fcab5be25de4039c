package dev.reveille.server.channel;

import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import java.util.List;

/** Passes on that an agent is typing or claims the floor. Nothing of it is stored as a message. */
final class ChannelHints {
  private final ChannelState state;

  ChannelHints(ChannelState state) {
    this.state = state;
  }

  /** Tells the members that somebody is typing. */
  Step type(Presence.Member typist) {
    if (state.isEmpty() || !mayHint(typist)) return ChannelState.done();
    var typing = new ServerMessage.Typing(typist.agent(), typist.name(), state.name());
    return ChannelState.done(
        Unit.barrier(
            List.of(
                new DeliveryEffect.ToMany(
                    state.filters().noticing(typist.agent()), typing, typist.session()))));
  }

  /** Decides a claim to the floor. */
  Step claim(ChannelCommand.Claim claim) {
    var claimant = claim.claimant();
    if (!mayHint(claimant)) return ChannelState.done();
    var verdict =
        state.floor().claim(claim.msgId(), claimant, claim.startedAt(), state.clock().nanos());
    long now = state.clock().wallMillis();
    return FloorReply.of(
        state.name(),
        state.filters().noticing(claimant.agent()),
        claim,
        verdict,
        now,
        now + state.config().claimTtl().toMillis());
  }

  /**
   * True if an agent is in, or could come in without an invitation. Others get no answer, so that
   * they do not learn which channels exist.
   */
  private boolean mayHint(Presence.Member agent) {
    var channel = state.info();
    if (channel == null) return false;
    return state.isIn(agent)
        || (!channel.inviteOnly() && (!channel.verifiedOnly() || agent.verified()));
  }
}
