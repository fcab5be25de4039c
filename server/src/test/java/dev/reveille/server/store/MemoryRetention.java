package dev.reveille.server.store;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Removes from memory what retention does not keep. */
final class MemoryRetention {
  private static final long APART_MILLIS = 3_600_000;

  private final MemoryDisk disk;
  private final MemoryEntries entries;

  MemoryRetention(MemoryDisk disk) {
    this.disk = disk;
    this.entries = disk.entries();
  }

  long prune(Retention retention, long nowMillis, Predicate<String> isPresent) {
    boolean byAge = !retention.age().isZero();
    long oldest = byAge ? nowMillis - retention.age().toMillis() : Long.MIN_VALUE;
    if (retention.needsTime()) mark(nowMillis);
    long oldId = byAge ? idBefore(oldest) : 0;
    long gone = pruneStreams(retention.messagesPerStream(), oldest, oldId);
    gone += pruneEvents(retention.messagesPerStream(), oldest, oldId);
    for (var table : disk.tables()) gone += table.removeOldRows(nowMillis);
    if (retention.absence().isZero()) return gone;
    long away = nowMillis - retention.absence().toMillis();
    for (var table : disk.tables()) {
      gone +=
          table.removeAbsent(
              away, nowMillis, isPresent, id -> isKept(id, nowMillis), this::forgetAgent);
    }
    return gone + pruneOrphans(away, idBefore(away), isPresent);
  }

  private long idBefore(long time) {
    var known = disk.ages.lowerEntry(time);
    return known == null ? 0 : known.getValue();
  }

  private void mark(long now) {
    disk.ages.tailMap(now, false).clear();
    var last = disk.ages.floorKey(now);
    if (last != null && now - last < APART_MILLIS) return;
    disk.ages.put(now, disk.lastId);
  }

  private boolean isKept(String agent, long now) {
    return disk.tables().stream().anyMatch(t -> t.keepsAgent(agent, now));
  }

  private void forgetAgent(String agent) {
    for (var table : disk.tables()) table.forgetAgent(agent);
  }

  private boolean hasAgent(String agent) {
    return disk.tables().stream().anyMatch(t -> t.hasAgent(agent));
  }

  private long pruneOrphans(long oldest, long oldId, Predicate<String> isPresent) {
    long gone = 0;
    for (var name : List.copyOf(entries.streams.keySet())) {
      if (!name.startsWith("@") || hasAgent(name) || isPresent.test(name)) continue;
      var stream = entries.streams.getOrDefault(name, new MemoryEntries.Stream());
      if (stream.lastSeq() == 0) continue;
      if (!stream.messages.isEmpty()) {
        var newest = stream.messages.getLast();
        if (newest.message().ts() >= oldest && newest.id() > oldId) continue;
      }
      forgetEntries(name, stream.lastSeq());
      while (!stream.messages.isEmpty()) {
        entries.removeOldest(stream);
        gone++;
      }
      entries.streams.remove(name);
      for (var table : disk.tables()) table.forgetStream(name);
      gone++;
    }
    return gone;
  }

  private long pruneStreams(long keep, long oldest, long oldId) {
    long gone = 0;
    for (var entry : entries.streams.entrySet()) {
      var stream = entry.getValue();
      long mostByCount = keep <= 0 ? 0 : stream.lastSeq() - keep;
      long mostAtAll = hasAgent(entry.getKey()) ? delivered(entry.getKey()) : Long.MAX_VALUE;
      while (!stream.messages.isEmpty()) {
        var first = stream.messages.getFirst();
        var message = first.message();
        boolean goes = message.seq() <= mostByCount || message.ts() < oldest || first.id() <= oldId;
        if (!goes || message.seq() > mostAtAll) break;
        entries.removeOldest(stream);
        forgetEntries(entry.getKey(), message.seq());
        gone++;
      }
    }
    return gone;
  }

  private void forgetEntries(String stream, long upTo) {
    for (var table : disk.tables()) table.forgetEntries(stream, upTo, new Undo());
  }

  private long delivered(String agent) {
    return disk.tables().stream().mapToLong(t -> t.delivered(agent)).max().orElse(0);
  }

  private long pruneEvents(long keep, long oldest, long oldId) {
    var old = new ArrayList<Long>();
    long events = entries.log.values().stream().filter(e -> !e.kind().equals("message")).count();
    long mostByCount = keep <= 0 ? 0 : events - keep;
    for (var event : entries.log.values()) {
      if (event.kind().equals("message")) continue;
      if (event.at() >= oldest && event.id() > oldId && old.size() >= mostByCount) break;
      old.add(event.id());
    }
    old.forEach(entries.log::remove);
    return old.size();
  }
}
