package dev.reveille.cli.watch;

import dev.reveille.protocol.ConfirmMessages;
import dev.reveille.protocol.InboxMessages;
import dev.reveille.protocol.ServerMessage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Notes how far a person has read: what was in a room while the room was on the screen. The rest
 * stays unread, for this person or for a program that listens with the same identity. Used by one
 * thread.
 */
final class ReadMarks {
  /** Everything up to {@code seq} is read; see {@link ConfirmMessages.Confirm#upTo}. */
  record Mark(String target, long seq) {}

  /** The messages of a channel that came. */
  private record Heard(long first, long last) {
    Heard with(long seq) {
      return new Heard(Math.min(first, seq), Math.max(last, seq));
    }
  }

  /** The most of each that is kept. The rest is not marked, so it stays unread. */
  private static final int MOST = 10_000;

  private final String selfId;

  /** Direct messages that were not on the screen, and their rooms. */
  private final TreeMap<Long, String> unseen = new TreeMap<>();

  private final Map<String, Heard> heard = new HashMap<>();
  private final Map<String, Long> confirmed = new HashMap<>();

  /** The first unread message of each channel when the person came; 0 = none. */
  private final Map<String, Long> firstUnread = new HashMap<>();

  private long lastDirect;

  ReadMarks(String selfId) {
    this.selfId = selfId;
  }

  /** Takes what was unread when the person came. Channels that are not in it are never marked. */
  void begin(List<InboxMessages.UnreadChannel> channels) {
    for (var channel : channels) firstUnread.put(channel.channel(), channel.firstSeq());
  }

  /** A message came, for this room. */
  void hear(ServerMessage.Msg message, String room) {
    if (message.seq() == 0) return;
    if (message.to().equals(selfId) && unseen.size() < MOST) {
      unseen.put(message.seq(), room);
      lastDirect = Math.max(lastDirect, message.seq());
    } else if (message.to().startsWith("#") && heard.size() < MOST) {
      var now = new Heard(message.seq(), message.seq());
      heard.merge(message.to(), now, (before, _) -> before.with(message.seq()));
    }
  }

  /** The room is on the screen. Returns what is read now and was not before. */
  Optional<Mark> shown(String room) {
    if (room.startsWith("#")) return channel(room);
    unseen.values().removeIf(room::equals);
    // One mark is for all direct messages, so it stops before one of another room.
    return moved(ConfirmMessages.ME, unseen.isEmpty() ? lastDirect : unseen.firstKey() - 1);
  }

  private Optional<Mark> channel(String name) {
    var came = heard.get(name);
    var first = firstUnread.get(name);
    // Unread messages before those that came are in no room, so the mark must not pass them.
    if (came == null || first == null || (first > 0 && came.first() > first)) {
      return Optional.empty();
    }
    return moved(name, came.last());
  }

  private Optional<Mark> moved(String target, long seq) {
    if (seq <= confirmed.getOrDefault(target, 0L)) return Optional.empty();
    confirmed.put(target, seq);
    return Optional.of(new Mark(target, seq));
  }
}
