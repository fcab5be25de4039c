package dev.reveille.server.chat;

import dev.reveille.protocol.ServerMessage;

/** Asks which channels there are. */
record ChannelsQuery() implements Query {

  static Lookup<ChannelsQuery> lookup(ChannelList channels) {
    return new Lookup<>(ChannelsQuery.class, _ -> new ServerMessage.Channels(channels.visible()));
  }
}
