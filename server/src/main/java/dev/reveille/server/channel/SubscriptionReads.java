package dev.reveille.server.channel;

import java.util.List;

/** Reads filters and mutes of agents. */
public interface SubscriptionReads {
  /** Returns the filters and mutes of an agent, in order of the names of channels and agents. */
  StoredFilters filters(String agent);

  /** Returns the ids of the agents that this one has muted, in order. */
  List<String> muted(String agent);

  /** The filter of one channel, as JSON of the wire. */
  record Subscription(String channel, String filter) {}

  /** An agent's choice: its filters by channel, and the agents that it has muted. */
  record StoredFilters(List<Subscription> subscriptions, List<String> muted) {
    public StoredFilters {
      subscriptions = List.copyOf(subscriptions);
      muted = List.copyOf(muted);
    }
  }
}
