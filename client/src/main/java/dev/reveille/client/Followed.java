package dev.reveille.client;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.SeqRanges;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the seqs that were seen, and the seq from which each channel is replayed after a
 * reconnect.
 *
 * <p>A channel is followed from the moment it was joined, or a message of it was seen (channels
 * that the server joins an agent to by itself). The place to go on from is reset by every JOINED to
 * what was asked for: the replay that follows it comes in seq order, so a connection that dies
 * within the replay goes on where it broke off.
 *
 * <p>The server may let an agent hear a channel before it answers the JOIN that is to fill the
 * hole. Until then what comes live is passed over: the replay brings it again, in its place.
 *
 * <p>Not thread-safe: owned by the session's lock.
 */
final class Followed {
  /** Bounded: an agent may write to any number of others, and each echo has their seq. */
  private static final int MAX_STREAMS = 10_000;

  /** With more gaps than this in one stream, the oldest gaps count as seen. */
  private static final int MAX_RANGES = 64;

  private final Map<String, SeqRanges> seen =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, SeqRanges> longestUnused) {
          return size() > MAX_STREAMS;
        }
      };
  private final Map<String, Place> places = new LinkedHashMap<>();

  /** The seq after which the replay begins; null = the server's newest messages. */
  private static final class Place {
    private @Nullable Long since;
    private boolean rejoining;
  }

  /** True if the message is handed over now. A message without a seq always is. */
  boolean see(String to, long seq) {
    if (seq <= 0) return true;
    if (to.startsWith("#")) {
      var place = places.computeIfAbsent(to, _ -> new Place());
      if (place.rejoining) return false;
      if (place.since == null || place.since < seq) place.since = seq;
    }
    var ranges = seen.computeIfAbsent(to, _ -> new SeqRanges());
    boolean isNew = ranges.add(seq);
    ranges.limit(MAX_RANGES);
    return isNew;
  }

  /**
   * Notes a JOINED.
   *
   * @return the JOIN to send when the channel was begun anew on the server (its last seq is lower
   *     than what was seen), so that what was seen counts no longer
   */
  Optional<ClientMessage.Join> joined(String channel, @Nullable Long since, long lastSeq) {
    var place = places.computeIfAbsent(channel, _ -> new Place());
    place.rejoining = false;
    var ranges = seen.get(channel);
    if (ranges != null && lastSeq < ranges.highest()) {
      seen.remove(channel);
      place.since = 0L;
      return Optional.of(new ClientMessage.Join(channel, 0L));
    }
    // Asking for what is newer than the channel's end means: from its end on.
    place.since =
        since == null && lastSeq > 0 ? null : Math.min(since == null ? 0 : since, lastSeq);
    return Optional.empty();
  }

  void left(String channel) {
    places.remove(channel);
  }

  boolean follows(String channel) {
    return places.containsKey(channel);
  }

  /** Notes a lost connection. Live messages are ignored until each channel is joined again. */
  void lost() {
    places.values().forEach(place -> place.rejoining = true);
  }

  /** Returns a JOIN for each followed channel that replays what was missed. */
  List<ClientMessage.Join> rejoins() {
    var joins = new ArrayList<ClientMessage.Join>();
    places.forEach((channel, place) -> joins.add(new ClientMessage.Join(channel, place.since)));
    return joins;
  }
}
