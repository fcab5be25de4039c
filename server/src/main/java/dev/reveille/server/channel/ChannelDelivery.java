package dev.reveille.server.channel;

import dev.reveille.server.delivery.Audiences;
import dev.reveille.server.delivery.Copies;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.delivery.Outlets;
import dev.reveille.server.delivery.RecentFrames;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.EffectPart;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.store.Store;
import java.util.List;

/**
 * Carries out {@link ChannelEffect}: updates the list of channels and their members, and replays a
 * channel to an agent that joins. Runs on the effects thread.
 */
public final class ChannelDelivery {
  /** The directories and caches that change with the channels. */
  public record Parts(
      Clock clock,
      Store store,
      Presence presence,
      ChannelList channels,
      ChannelFilters channelFilters,
      Outlets outlets,
      Audiences audiences,
      RecentFrames recent,
      Copies copies) {}

  private final Parts parts;

  public ChannelDelivery(Parts parts) {
    this.parts = parts;
  }

  public List<EffectPart<?>> effects() {
    return List.of(
        new EffectPart<>(ChannelEffect.Replay.class, this::replay),
        new EffectPart<>(
            ChannelEffect.Entered.class, e -> parts.presence().enter(e.channel(), e.member())),
        new EffectPart<>(ChannelEffect.Exited.class, this::exited),
        new EffectPart<>(
            ChannelEffect.FilterChanged.class,
            e -> parts.channelFilters().put(e.channel(), e.agent(), e.session(), e.filter())),
        new EffectPart<>(ChannelEffect.ChannelOpened.class, e -> parts.channels().add(e.channel())),
        new EffectPart<>(
            ChannelEffect.ChannelNotOpened.class, e -> parts.channels().giveUp(e.channel())),
        new EffectPart<>(ChannelEffect.ChannelClosed.class, this::closed));
  }

  private void replay(ChannelEffect.Replay e) {
    parts
        .outlets()
        .pull(
            e.session(),
            ReplayPull.of(
                parts.store(),
                e,
                parts.recent(),
                parts.copies().of(e.session()),
                m -> Messages.frame(m, parts.clock())));
  }

  private void exited(ChannelEffect.Exited e) {
    parts.presence().exit(e.channel(), e.agent(), e.session());
    parts.channelFilters().remove(e.channel(), e.agent(), e.session());
  }

  private void closed(ChannelEffect.ChannelClosed e) {
    parts.channels().remove(e.channel());
    parts.audiences().forget(e.channel());
    parts.recent().forget(e.channel());
  }
}
