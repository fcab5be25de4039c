package dev.reveille.server.channel;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads channels, their members and their invitations. */
public interface ChannelReads {
  Optional<StoredChannel> channel(String name);

  /** In order of creation. */
  List<StoredChannel> channels();

  /** The channels this agent is a member of, in order of joining. */
  List<String> memberships(String agent);

  /** The agents that were invited to the channel. */
  Set<String> invited(String channel);

  /**
   * The channels that no member is stored of and in which nothing is kept that an agent said, in
   * order of their names.
   */
  List<ChannelReads.Abandoned> abandoned();

  /** A channel that nobody keeps, and the seq of the last notice in it. */
  record Abandoned(String channel, long lastSeq) {}
}
