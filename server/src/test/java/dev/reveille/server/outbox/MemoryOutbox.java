package dev.reveille.server.outbox;

import dev.reveille.server.kernel.Tell;
import dev.reveille.server.store.MemoryTable;
import dev.reveille.server.store.Undo;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The durable tells, in memory. */
public final class MemoryOutbox extends MemoryTable implements OutboxReads {
  private static final Comparator<CellPair> BY_ADDRESS =
      Comparator.comparing((CellPair c) -> c.sender().toString())
          .thenComparing(c -> c.receiver().toString());

  private record Key(CellPair cells, String key) {}

  private final TreeMap<Long, StoredTell> waiting = new TreeMap<>();
  private final Map<Key, Long> handled = new HashMap<>();

  public MemoryOutbox() {
    write(StoreTell.class, this::store);
    write(TellHandled.class, this::handle);
    reads(OutboxReads.class, this);
  }

  private void store(StoreTell write, Undo undo) {
    var key = new Key(write.cells(), write.key());
    boolean waits =
        waiting.values().stream().anyMatch(t -> new Key(t.cells(), t.key()).equals(key));
    if (waits || (!write.once() && handled.containsKey(key))) return;
    long id = nextId();
    undo.set(
        waiting, id, new StoredTell(id, write.cells(), write.key(), write.command(), write.json()));
  }

  private void handle(TellHandled write, Undo undo) throws Contradiction {
    var key = new Key(write.cells(), write.key());
    var waits =
        waiting.values().stream()
            .filter(t -> new Key(t.cells(), t.key()).equals(key))
            .findFirst()
            .orElseThrow(() -> new Contradiction(key + " is handled already"));
    undo.set(waiting, waits.id(), null);
    if (!write.once()) undo.set(handled, key, write.at());
  }

  @Override
  public List<StoredTell> next(CellPair cells, int limit) {
    read();
    return waiting.values().stream().filter(t -> t.cells().equals(cells)).limit(limit).toList();
  }

  @Override
  public List<CellPair> waiting(@Nullable CellPair after, int limit) {
    read();
    return waiting.values().stream()
        .map(StoredTell::cells)
        .distinct()
        .filter(cells -> after == null || BY_ADDRESS.compare(cells, after) > 0)
        .sorted(BY_ADDRESS)
        .limit(limit)
        .toList();
  }

  @Override
  protected long removeOldRows(long now) {
    long before = handled.size();
    handled.values().removeIf(at -> at < now - Duration.ofDays(Tell.KEY_DAYS).toMillis());
    return before - handled.size();
  }

  @Override
  protected Map<String, Long> sizes() {
    return Map.of("outbox", (long) waiting.size(), "handled_tells", (long) handled.size());
  }
}
