package dev.reveille.server.channel;

import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.delivery.Lookup;
import dev.reveille.server.delivery.Query;

/** Asks for the list of channels. */
public record ChannelsQuery() implements Query {

  public static Lookup<ChannelsQuery> lookup(ChannelList channels) {
    return new Lookup<>(ChannelsQuery.class, _ -> new ServerMessage.Channels(channels.visible()));
  }
}
