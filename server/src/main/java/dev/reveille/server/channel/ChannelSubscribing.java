package dev.reveille.server.channel;

import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import java.util.ArrayList;
import java.util.List;

/** Sets what a member hears of its channel. */
final class ChannelSubscribing {
  private final ChannelState state;

  ChannelSubscribing(ChannelState state) {
    this.state = state;
  }

  /**
   * Sets a member's filter. The answer leaves in the order of the channel: the old filter chose
   * what comes before it.
   */
  Step attend(ChannelCommand.Attend attend) {
    if (!state.exists()) return state.unknown();
    var member = attend.member();
    if (!state.isIn(member)) return state.notMember();
    var attention = attend.attention();
    state.filters().put(member, attention);
    var effects = new ArrayList<Effect>();
    var writes = new ArrayList<Write>();
    effects.add(
        new ChannelEffect.Attends(state.name(), member.agent(), member.session(), attention));
    var only = attention.only();
    if (attend.asked()) {
      effects.add(
          new DeliveryEffect.ToSession(
              member.session(), new ServerMessage.Subscribed(state.name(), only)));
      if (attend.keep()) {
        var filter = only == null ? null : only.json();
        writes.add(new SetSubscription(member.agent(), state.name(), filter));
      }
    }
    return ChannelState.done(
        Unit.bestEffort(
            writes,
            effects,
            attend.asked() ? List.of(Messages.notStored(member.session())) : List.of()));
  }

  /** Returns the effect of coming in with a filter; empty for a member that hears everything. */
  static List<Effect> noted(String channel, Presence.Member member, ChannelFilter attention) {
    return attention.isFull()
        ? List.of()
        : List.of(new ChannelEffect.Attends(channel, member.agent(), member.session(), attention));
  }
}
