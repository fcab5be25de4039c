package dev.reveille.server.channel;

import java.util.List;

/** Reads what agents hear. */
public interface SubscriptionReads {
  /** The filters and mutes of an agent, in order of the names of channels and agents. */
  Heard heard(String agent);

  /** The agents that this one does not hear, in order of their ids. */
  List<String> muted(String agent);

  /** A filter of one channel, as the JSON of the wire. */
  record Subscription(String channel, String filter) {}

  /** What an agent hears: its filters by channel, and the agents it does not hear. */
  record Heard(List<Subscription> subscriptions, List<String> muted) {
    public Heard {
      subscriptions = List.copyOf(subscriptions);
      muted = List.copyOf(muted);
    }
  }
}
