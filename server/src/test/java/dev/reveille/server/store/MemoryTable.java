package dev.reveille.server.store;

import dev.reveille.server.kernel.Write;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The memory double of one or more {@link Table}s of a feature. Says and takes the same as they do;
 * the contract of the tables runs against both.
 *
 * <p>The constructor registers writes and reads. Every read calls {@link #read} first.
 */
public abstract class MemoryTable {

  /** A write that contradicts what is kept: the unit is refused. */
  public static final class Contradiction extends Exception {
    public Contradiction(String message) {
      super(message);
    }
  }

  /** Applies a write and says how it is taken back. */
  public interface Application<W extends Write> {
    void apply(W write, Undo undo) throws Contradiction;
  }

  private record Applied<W extends Write>(Class<W> type, Application<W> application) {
    void apply(Write write, Undo undo) throws Contradiction {
      application.apply(type.cast(write), undo);
    }
  }

  private final Map<Class<?>, Applied<?>> writes = new HashMap<>();
  private final Map<Class<?>, Object> reads = new HashMap<>();
  private @Nullable MemoryDisk disk;

  /** Registers a write. */
  protected final <W extends Write> void write(Class<W> type, Application<W> application) {
    writes.put(type, new Applied<>(type, application));
  }

  /** Registers reads. */
  protected final <R> void reads(Class<R> type, R answers) {
    reads.put(type, answers);
  }

  /** Notes a read, and fails if the disk does not answer. */
  protected final void read() {
    disk().read();
  }

  /** Returns the next id of the series that all tables share. */
  protected final long nextId() {
    return disk().nextId();
  }

  /** Returns the entries of all streams. */
  protected final MemoryEntries entries() {
    return disk().entries();
  }

  /** Removes what belongs to a channel from every table, with its stream. */
  protected final void forgetEverywhere(String channel, Undo undo) {
    for (var table : disk().tables()) table.forgetEntries(channel, Long.MAX_VALUE, undo);
    for (var table : disk().tables()) table.forgetChannel(channel, undo);
  }

  /** Returns the number of rows by the names of the tables. */
  protected abstract Map<String, Long> sizes();

  /** True if the agent must stay however long it is away. */
  protected boolean keepsAgent(String agent, long now) {
    return false;
  }

  /** Removes what belongs to an agent. */
  protected void forgetAgent(String agent) {}

  /** Removes what belongs to a channel. */
  protected void forgetChannel(String channel, Undo undo) {}

  /** Removes what belongs to the entries of a stream up to this seq. */
  protected void forgetEntries(String stream, long upTo, Undo undo) {}

  /** The stream of a mailbox is gone. */
  protected void forgetStream(String stream) {}

  /** True if this table has the agent, so that its mail waits for it. */
  protected boolean hasAgent(String agent) {
    return false;
  }

  /** Returns up to where the mail of an agent was delivered. */
  protected long delivered(String agent) {
    return 0;
  }

  /** Removes the agents that were last seen before that time, unless they are kept. */
  protected long removeAbsent(
      long oldest,
      long now,
      Predicate<String> isPresent,
      Predicate<String> isKept,
      Consumer<String> forget) {
    return 0;
  }

  /** Removes the rows that have an age of their own; says how many. */
  protected long removeOldRows(long now) {
    return 0;
  }

  final void on(MemoryDisk newDisk) {
    disk = newDisk;
  }

  final Map<Class<?>, Object> reads() {
    return reads;
  }

  /** Applies a write if it is one of this table. */
  final boolean apply(Write write, Undo undo) throws Contradiction {
    var applied = writes.get(write.getClass());
    if (applied == null) return false;
    applied.apply(write, undo);
    return true;
  }

  private MemoryDisk disk() {
    if (disk == null) throw new IllegalStateException("no store has this table yet");
    return disk;
  }
}
