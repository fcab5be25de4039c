package dev.reveille.server.store;

import dev.reveille.server.store.Store.ClientKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The streams with their entries, and the event feed, in memory. */
public final class MemoryEntries extends MemoryTable implements EntryReads, EventReads {
  record Kept(long id, StoredEntry message) {}

  /** A channel or a mailbox. */
  static final class Stream {
    final List<Kept> messages = new ArrayList<>();
    long removedSeq;
    long removedTs;

    long lastSeq() {
      return removedSeq + messages.size();
    }
  }

  final Map<String, Stream> streams = new LinkedHashMap<>();
  final TreeMap<Long, StoredEvent> log = new TreeMap<>();
  private final Set<String> msgIds = new HashSet<>();

  MemoryEntries() {
    write(AppendEntry.class, (write, undo) -> append(write.message(), undo));
    write(ReplaceText.class, this::replace);
    write(
        AppendEvent.class,
        (e, undo) -> {
          long id = nextId();
          log.put(id, new StoredEvent(id, e.at(), e.kind(), e.agent(), e.channel(), e.detail()));
          undo.add(() -> log.remove(id));
        });
    reads(EntryReads.class, this);
    reads(EventReads.class, this);
  }

  private void append(StoredEntry m, Undo undo) throws Contradiction {
    var stream = streams.computeIfAbsent(m.stream(), _ -> new Stream());
    if (m.seq() != stream.lastSeq() + 1) {
      throw new Contradiction(
          "the next of %s is %d, not %d".formatted(m.stream(), stream.lastSeq() + 1, m.seq()));
    }
    if (m.msgId() != null && !msgIds.add(m.msgId())) {
      throw new Contradiction("message " + m.msgId() + " exists");
    }
    long id = nextId();
    stream.messages.add(new Kept(id, m));
    log.put(
        id, new StoredEvent(id, m.ts(), "message", m.sender(), m.stream(), Long.toString(m.seq())));
    undo.add(
        () -> {
          stream.messages.removeLast();
          log.remove(id);
          if (m.msgId() != null) msgIds.remove(m.msgId());
        });
  }

  private void replace(ReplaceText write, Undo undo) {
    var stream = streams.get(write.stream());
    if (stream == null) return;
    for (int i = 0; i < stream.messages.size(); i++) {
      var kept = stream.messages.get(i);
      if (kept.message().seq() != write.seq()) continue;
      int at = i;
      stream.messages.set(at, new Kept(kept.id(), kept.message().with(write)));
      undo.add(() -> stream.messages.set(at, kept));
    }
  }

  /** True if the stream was made, also if nothing is left in it. */
  public boolean has(String stream) {
    return streams.containsKey(stream);
  }

  /** Returns the entries that a stream has now. Does not count as a read. */
  public List<StoredEntry> all(String name) {
    var stream = streams.getOrDefault(name, new Stream());
    return messages(stream, 0, stream.messages.size());
  }

  /** Returns the last seq of a stream; 0 if there is none. Does not count as a read. */
  public long lastSeq(String name) {
    return streams.getOrDefault(name, new Stream()).lastSeq();
  }

  /** True if the stream was made, and retention has not removed its entry with this seq. */
  public boolean isAfterRemoved(String name, long seq) {
    var stream = streams.get(name);
    return stream != null && stream.lastSeq() > 0 && seq > stream.removedSeq;
  }

  /** Removes the oldest message of a stream. */
  void removeOldest(Stream stream) {
    var gone = stream.messages.removeFirst();
    stream.removedSeq = gone.message().seq();
    stream.removedTs = gone.message().ts();
    log.remove(gone.id());
    if (gone.message().msgId() != null) msgIds.remove(gone.message().msgId());
  }

  @Override
  protected void forgetChannel(String channel, Undo undo) {
    var stream = streams.get(channel);
    if (stream == null) return;
    undo.remove(streams, channel);
    for (var kept : stream.messages) undo.remove(log, kept.id());
  }

  @Override
  protected Map<String, Long> sizes() {
    long messages = streams.values().stream().mapToLong(s -> s.messages.size()).sum();
    return Map.of(
        "events",
        log.size() - messages,
        "messages",
        messages,
        "streams",
        streams.values().stream().filter(s -> s.lastSeq() > 0).count());
  }

  @Override
  public StreamHead head(String name) {
    read();
    var stream = streams.get(name);
    if (stream == null || stream.lastSeq() == 0) return StreamHead.EMPTY;
    long lastTs =
        stream.messages.isEmpty() ? stream.removedTs : stream.messages.getLast().message().ts();
    return new StreamHead(stream.removedSeq + 1, stream.lastSeq(), lastTs);
  }

  @Override
  public List<StoredEntry> after(String name, long seq, int limit) {
    read();
    var stream = streams.getOrDefault(name, new Stream());
    int size = stream.messages.size();
    int from = (int) Math.min(size, Math.max(seq, stream.removedSeq) - stream.removedSeq);
    return page(messages(stream, from, (int) Math.min(size, (long) from + limit)));
  }

  @Override
  public List<StoredEntry> before(String name, long seq, int limit) {
    read();
    var stream = streams.getOrDefault(name, new Stream());
    long end = Math.min(Math.max(seq, stream.removedSeq + 1), stream.lastSeq() + 1);
    int to = (int) (end - 1 - stream.removedSeq);
    return page(messages(stream, Math.max(0, to - limit), to).reversed()).reversed();
  }

  @Override
  public List<EntryOutline> outlines(String name, long seq, int limit) {
    read();
    var stream = streams.getOrDefault(name, new Stream());
    var room = new PageLimit<EntryOutline>(entry -> entry.extras().length());
    return stream.messages.stream()
        .map(Kept::message)
        .filter(m -> m.seq() > seq)
        .limit(limit)
        .map(EntryOutline::of)
        .takeWhile(room::takes)
        .toList();
  }

  private static List<StoredEntry> page(List<StoredEntry> all) {
    var room = PageLimit.ofMessages();
    return all.stream().takeWhile(room::takes).toList();
  }

  private static List<StoredEntry> messages(Stream stream, int from, int to) {
    return stream.messages.subList(from, to).stream().map(Kept::message).toList();
  }

  @Override
  public FoundEntries messages(List<Long> ids) {
    read();
    var all = new HashMap<Long, StoredEntry>();
    for (var stream : streams.values()) {
      for (var kept : stream.messages) all.put(kept.id(), kept.message());
    }
    var room = PageLimit.ofMessages();
    var found = new HashMap<Long, StoredEntry>();
    for (int i = 0; i < ids.size(); i++) {
      var message = all.get(ids.get(i));
      if (message == null) continue;
      if (!room.takes(message)) return new FoundEntries(found, i);
      found.put(ids.get(i), message);
    }
    return new FoundEntries(found, ids.size());
  }

  @Override
  public Optional<EntryPlace> place(String msgId) {
    read();
    return streams.values().stream()
        .flatMap(stream -> stream.messages.stream())
        .map(Kept::message)
        .filter(m -> msgId.equals(m.msgId()))
        .map(m -> new EntryPlace(msgId, m.stream(), m.seq(), m.ts(), m.kind()))
        .findFirst();
  }

  @Override
  public List<EntryPlace> newest(String name, int limit) {
    read();
    return streams.getOrDefault(name, new Stream()).messages.reversed().stream()
        .limit(limit)
        .map(Kept::message)
        .filter(m -> m.msgId() != null)
        .map(m -> new EntryPlace(String.valueOf(m.msgId()), m.stream(), m.seq(), m.ts(), m.kind()))
        .toList();
  }

  @Override
  public List<ClientKey> clientKeys(String sender, int limit) {
    read();
    return streams.values().stream()
        .flatMap(stream -> stream.messages.stream())
        .filter(kept -> kept.message().sender().equals(sender))
        .filter(kept -> kept.message().clientMsgId() != null)
        .sorted((a, b) -> Long.compare(b.id(), a.id()))
        .limit(limit)
        .map(Kept::message)
        .map(m -> new ClientKey(String.valueOf(m.clientMsgId()), m.stream(), m.seq()))
        .toList();
  }

  @Override
  public List<StoredEvent> events(long afterId, int limit) {
    read();
    var room = PageLimit.ofEvents();
    return log.tailMap(afterId, false).values().stream()
        .limit(limit)
        .takeWhile(room::takes)
        .toList();
  }

  @Override
  public List<StoredEvent> eventsBefore(long beforeId, int limit) {
    read();
    var room = PageLimit.ofEvents();
    return log.headMap(beforeId, false).descendingMap().values().stream()
        .limit(Math.max(0, limit))
        .takeWhile(room::takes)
        .toList()
        .reversed();
  }

  @Override
  public List<StoredEvent> eventsOf(List<String> kinds, long afterId, int limit) {
    read();
    var room = PageLimit.ofEvents();
    return log.tailMap(afterId, false).values().stream()
        .filter(event -> kinds.contains(event.kind()))
        .limit(Math.max(0, limit))
        .takeWhile(room::takes)
        .toList();
  }

  @Override
  public List<Long> eventsAt(List<Long> moments) {
    read();
    return moments.stream()
        .map(
            moment ->
                log.values().stream()
                    .filter(e -> e.at() <= moment)
                    .mapToLong(StoredEvent::id)
                    .max()
                    .orElse(0))
        .toList();
  }
}
