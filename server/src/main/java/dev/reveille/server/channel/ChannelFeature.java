package dev.reveille.server.channel;

import dev.reveille.protocol.ModerationOrders;
import dev.reveille.server.delivery.AdminOrderPart;
import dev.reveille.server.delivery.Cells;
import dev.reveille.server.kernel.CellKind;
import dev.reveille.server.kernel.Chore;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Feature;
import dev.reveille.server.kernel.Host;
import dev.reveille.server.kernel.Tell;
import dev.reveille.server.limits.ChatConfig;
import dev.reveille.server.observe.Meter;

/** Channels: their members, their messages and who gets them. */
public final class ChannelFeature {
  private ChannelFeature() {}

  public static Feature make(
      ChatConfig config, Clock clock, ChannelDelivery.Parts parts, Host host) {
    var list = parts.channels();
    var empty = new EmptyChannels(config, clock, parts.store(), parts.presence(), host);
    return Feature.named("channel")
        .with(
            new CellKind(
                Cells.CHANNEL,
                name ->
                    ChannelCell.load(
                        name,
                        config,
                        clock,
                        parts.store(),
                        parts.presence(),
                        parts.channelFilters(),
                        list)))
        .with(new ChannelDelivery(parts).effects())
        .with(
            HistoryQuery.lookup(parts.store()),
            AgentsQuery.lookup(parts.presence()),
            ChannelsQuery.lookup(list))
        .with(
            new AdminOrderPart<>(
                ModerationOrders.SlowMode.class,
                (order, request, _, audit) ->
                    new Tell(
                        Cells.channel(order.channel()),
                        new ChannelCommand.SlowDown(request, order.seconds(), audit))))
        .with(new Chore("empty channels", empty::look))
        .with(ChannelFacet.facet())
        .with(Meter.gauge("reveille.channels", "Channels that exist", list::size))
        .build();
  }
}
