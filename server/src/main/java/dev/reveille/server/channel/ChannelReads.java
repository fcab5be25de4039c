package dev.reveille.server.channel;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads channels, their members and their invitations. */
public interface ChannelReads {
  Optional<StoredChannel> channel(String name);

  /** Returns all channels in order of creation. */
  List<StoredChannel> channels();

  /** Returns the channels that this agent is a member of, in order of joining. */
  List<String> memberships(String agent);

  /**
   * Returns the agents whose membership of the channel is stored, in order of their ids.
   *
   * @param after only greater ids
   */
  List<String> members(String channel, String after, int limit);

  /** Returns the agents that were invited to the channel. */
  Set<String> invited(String channel);

  /**
   * Returns the channels that have no stored member and no stored message of an agent, in order of
   * their names.
   */
  List<ChannelReads.Abandoned> abandoned();

  /** A channel without members and messages, and the seq of its last notice. */
  record Abandoned(String channel, long lastSeq) {}
}
