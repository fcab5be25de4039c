package dev.reveille.server.channel;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.identity.AgentRowWrites;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.store.AppendEvent;
import java.util.ArrayList;
import java.util.List;

/** Creates a channel, and removes it when nobody needs it. */
final class ChannelOpening {
  private final ChannelState state;
  private final ChannelList list;

  ChannelOpening(ChannelState state, ChannelList list) {
    this.state = state;
    this.list = list;
  }

  /** Creates the channel with its creator as the first member. */
  Step create(ChannelCommand.Create create) {
    if (state.exists()) {
      return ChannelState.refuse(ErrorCode.CHANNEL_EXISTS, state.name() + " exists already");
    }
    if (!list.claim(state.name(), state.config().maxChannels())) {
      return ChannelState.refuse(ErrorCode.RATE_LIMITED, "There are too many channels");
    }
    var creator = create.creator();
    var channel =
        new StoredChannel(
            state.name(), create.inviteOnly(), create.verifiedOnly(), creator.agent(), state.now());
    var body = create.body();
    state.open(channel);
    state.invited().add(creator.agent());
    var writes = new ArrayList<Write>();
    writes.add(new AddChannel(channel));
    writes.add(new AddInvitation(state.name(), creator.agent(), creator.agent(), state.now()));
    if (create.keep()) writes.addAll(ChannelMembership.keep(state, creator.agent()));
    writes.add(state.event("channel.created", creator.agent()));
    var effects = new ArrayList<Effect>();
    effects.add(new ChannelEffect.ChannelOpened(channel));
    if (body != null) effects.addAll(ChannelMembership.come(state, body, create.filter()));
    var created = new ServerMessage.Created(state.name(), creator.agent());
    if (body != null && !body.equals(creator)) {
      effects.add(new DeliveryEffect.ToSession(body.session(), created));
    }
    effects.add(new DeliveryEffect.ToSession(creator.session(), created));
    return Step.answer(
        new ChatAnswer.Entered(true),
        Unit.required(
            AgentRowWrites.writes(create.newcomer(), writes),
            AgentRowWrites.effects(create.newcomer(), effects),
            List.of(
                new ChannelEffect.ChannelNotOpened(state.name()),
                Messages.notStored(creator.session()))));
  }

  /** Creates a channel of the configuration, unless it exists. */
  Step establish() {
    if (state.exists()) return ChannelState.done();
    var channel = new StoredChannel(state.name(), false, false, null, state.now());
    state.open(channel);
    return ChannelState.done(
        Unit.required(
            List.of(new AddChannel(channel)),
            List.of(new ChannelEffect.ChannelOpened(channel)),
            List.of()));
  }

  /**
   * Removes the channel if nobody is in it and nothing was said since it was found to be abandoned.
   * The store looks once more whether a member is stored.
   */
  Step close(long foundAt) {
    if (!state.exists() || !state.isEmpty() || state.lastSeq() != foundAt) {
      return ChannelState.done();
    }
    if (state.config().channels().contains(state.name())) return ChannelState.done();
    state.close();
    return ChannelState.done(
        Unit.required(
            List.of(
                new RemoveChannel(state.name()),
                new AppendEvent(
                    state.now(), "channel.removed", null, state.name(), "Nobody was in it")),
            List.of(new ChannelEffect.ChannelClosed(state.name())),
            List.of()));
  }
}
