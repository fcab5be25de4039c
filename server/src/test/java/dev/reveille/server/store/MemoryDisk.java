package dev.reveille.server.store;

import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.store.MemoryTable.Contradiction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The disk of a {@link MemoryStore}. Outlives the stores that are opened on it. */
final class MemoryDisk {
  private static final AtomicLong MADE = new AtomicLong();

  final String identity = "memory-" + MADE.incrementAndGet();
  final TreeMap<Long, Long> ages = new TreeMap<>();
  private final MemoryEntries entries = new MemoryEntries();
  private final List<MemoryTable> tables = new ArrayList<>();
  private final Map<Class<?>, Object> reads = new HashMap<>();
  private boolean unreadable;
  private boolean effectsRun;
  private long readCount;
  private @Nullable AssertionError wrongRead;
  long epoch;
  long lastId;

  MemoryDisk(List<MemoryTable> given) {
    tables.add(entries);
    tables.addAll(given);
    for (var table : tables) {
      table.on(this);
      reads.putAll(table.reads());
    }
  }

  /** Another process opens it. */
  long open() {
    unreadable = false;
    effectsRun = false;
    return ++epoch;
  }

  List<MemoryTable> tables() {
    return tables;
  }

  MemoryEntries entries() {
    return entries;
  }

  @Nullable Object reads(Class<?> type) {
    return reads.get(type);
  }

  long nextId() {
    return ++lastId;
  }

  /** Every read comes through here. */
  void read() {
    readCount++;
    if (effectsRun && wrongRead == null) {
      wrongRead = new AssertionError("The store is read on the thread of the effects");
    }
    if (unreadable) throw new StoreException("Not read: the server's disk does not answer.");
  }

  /** Returns how often the disk was read. */
  long readCount() {
    return readCount;
  }

  void unreadable(boolean now) {
    unreadable = now;
  }

  void effectsRun(boolean now) {
    effectsRun = now;
  }

  void checkReads() {
    if (wrongRead != null) throw wrongRead;
  }

  /** All writes of the unit, or none. */
  void apply(Unit unit) throws Contradiction {
    var undo = new Undo();
    long idBefore = lastId;
    try {
      for (var write : unit.writes()) apply(write, undo);
    } catch (Contradiction e) {
      undo.run();
      lastId = idBefore;
      throw e;
    }
  }

  private void apply(Write write, Undo undo) throws Contradiction {
    for (var table : tables) if (table.apply(write, undo)) return;
    throw new Contradiction("no table has the write " + write);
  }
}
