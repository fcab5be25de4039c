package dev.reveille.server.channel;

import dev.reveille.server.kernel.SessionId;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The filters of the connected agents. An agent that gets everything is not in here. Effects change
 * it and cells read it when they are loaded: like {@link dev.reveille.server.kernel.Presence} it
 * outlives them.
 */
public final class ChannelFilters {
  private record Place(String channel, String agent) {}

  private record Held(SessionId session, ChannelFilter filter) {}

  private final ConcurrentHashMap<Place, Held> held = new ConcurrentHashMap<>();

  void put(String channel, String agent, SessionId session, ChannelFilter filter) {
    var place = new Place(channel, agent);
    if (filter.isFull()) held.remove(place);
    else held.put(place, new Held(session, filter));
  }

  /** Removes the filter if it belongs to this session. */
  void remove(String channel, String agent, SessionId session) {
    held.computeIfPresent(
        new Place(channel, agent), (_, h) -> h.session().equals(session) ? null : h);
  }

  public ChannelFilter of(String channel, String agent, SessionId session) {
    var found = held.get(new Place(channel, agent));
    return found != null && found.session().equals(session) ? found.filter() : ChannelFilter.FULL;
  }

  /** Returns the number of filters, for tests and people. */
  public int size() {
    return held.size();
  }
}
