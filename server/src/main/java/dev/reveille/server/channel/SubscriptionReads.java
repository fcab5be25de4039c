package dev.reveille.server.channel;

import java.util.List;

/** Reads filters and mutes of agents. */
public interface SubscriptionReads {
  /** Returns the filters and mutes of an agent, in order of the names of channels and agents. */
  StoredFilters filters(String agent);

  /** Returns the ids of the agents that this one has muted, in order. */
  List<String> muted(String agent);

  /**
   * The part of a channel that an agent gets.
   *
   * @param filter as JSON of the wire; empty = everything
   * @param notices false if the agent gets no presence notices of the channel
   */
  record Subscription(String channel, String filter, boolean notices) {}

  /** An agent's choice: its filters by channel, and the agents that it has muted. */
  record StoredFilters(List<Subscription> subscriptions, List<String> muted) {
    public StoredFilters {
      subscriptions = List.copyOf(subscriptions);
      muted = List.copyOf(muted);
    }
  }
}
