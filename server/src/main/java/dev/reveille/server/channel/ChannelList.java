package dev.reveille.server.channel;

import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.kernel.Presence;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The channels that exist. Effects change it; any thread may read it. */
public final class ChannelList {
  private final Map<String, StoredChannel> channels =
      Collections.synchronizedMap(new LinkedHashMap<>());

  /** Names that have a place but are not durable yet. Guarded by the monitor of the channels. */
  private final Set<String> reserved = new HashSet<>();

  private final Presence presence;

  public ChannelList(Presence presence, List<StoredChannel> stored) {
    this.presence = presence;
    stored.forEach(this::add);
  }

  public void add(StoredChannel channel) {
    synchronized (channels) {
      reserved.remove(channel.name());
      channels.put(channel.name(), channel);
    }
  }

  /**
   * Takes a place for a channel that is about to be created; false if there are {@code most}
   * already. The place is settled by {@link #add} or {@link #giveUp}.
   */
  boolean claim(String name, int most) {
    synchronized (channels) {
      if (channels.size() + reserved.size() >= most) return false;
      reserved.add(name);
      return true;
    }
  }

  void giveUp(String name) {
    synchronized (channels) {
      reserved.remove(name);
    }
  }

  void remove(String name) {
    channels.remove(name);
  }

  public boolean contains(String name) {
    return channels.containsKey(name);
  }

  public int size() {
    return channels.size();
  }

  /** True if the channel exists and every agent may know of it. */
  public boolean isPublic(String name) {
    var channel = channels.get(name);
    return channel != null && !channel.inviteOnly();
  }

  public List<String> names() {
    synchronized (channels) {
      return List.copyOf(channels.keySet());
    }
  }

  public int publicOnes() {
    return visible().size();
  }

  /** Returns the channels that every agent may know of, with the number of connected members. */
  public List<ServerMessage.ChannelSummary> visible() {
    List<StoredChannel> all;
    synchronized (channels) {
      all = List.copyOf(channels.values());
    }
    return all.stream()
        .filter(c -> !c.inviteOnly())
        .map(
            c ->
                new ServerMessage.ChannelSummary(
                    c.name(), presence.count(c.name()), c.verifiedOnly()))
        .toList();
  }
}
