package dev.reveille.server.store;

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
  List<Store.Abandoned> abandoned();
}
