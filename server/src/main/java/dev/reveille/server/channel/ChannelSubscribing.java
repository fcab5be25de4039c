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
  Step setFilter(ChannelCommand.SetFilter set) {
    if (!state.exists()) return state.unknown();
    var member = set.member();
    if (!state.isIn(member)) return state.notMember();
    var filter = set.filter();
    state.filters().put(member, filter);
    var effects = new ArrayList<Effect>();
    var writes = new ArrayList<Write>();
    effects.add(
        new ChannelEffect.FilterChanged(state.name(), member.agent(), member.session(), filter));
    var only = filter.only();
    if (set.asked()) {
      effects.add(
          new DeliveryEffect.ToSession(
              member.session(),
              new ServerMessage.Subscribed(state.name(), only, filter.notices())));
      if (set.keep()) {
        var stored = only == null ? null : only.json();
        writes.add(new SetSubscription(member.agent(), state.name(), stored, filter.notices()));
      }
    }
    return ChannelState.done(
        Unit.bestEffort(
            writes,
            effects,
            set.asked() ? List.of(Messages.notStored(member.session())) : List.of()));
  }

  /** Returns the effect of coming in with a filter; empty for a member without a filter. */
  static List<Effect> noted(String channel, Presence.Member member, ChannelFilter filter) {
    return filter.isFull()
        ? List.of()
        : List.of(
            new ChannelEffect.FilterChanged(channel, member.agent(), member.session(), filter));
  }
}
