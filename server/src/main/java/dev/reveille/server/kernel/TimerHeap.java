package dev.reveille.server.kernel;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An indexed 4-ary min-heap of timed tasks, earliest first, ties in creation order.
 *
 * <p>Not thread-safe: {@link ParkingTimerQueue} guards it.
 */
/*
 * Why 4-ary: half the depth of a binary heap, and the four children of a node share a cache line of
 * references, so a sift-down touches fewer lines. Why indexed: every entry knows its slot, so a
 * cancel is a removal in O(log n) and leaves no tombstone behind; with a million pending timers of
 * which most are cancelled, tombstones are what fills the memory.
 *
 * Fire times are readings of a monotonic clock and are compared by difference, as such readings
 * must be: the counter may wrap.
 */
final class TimerHeap {

  /** One task in the heap; its slot is -1 once it has left. */
  static final class Entry {
    private final long fireAt;
    private final long order;
    private final Runnable task;
    private int slot;

    private Entry(long fireAt, long order, Runnable task) {
      this.fireAt = fireAt;
      this.order = order;
      this.task = task;
    }

    long fireAt() {
      return fireAt;
    }

    Runnable task() {
      return task;
    }

    private boolean before(Entry other) {
      long difference = fireAt - other.fireAt;
      return difference < 0 || (difference == 0 && order < other.order);
    }
  }

  private static final int ARITY = 4;

  private @Nullable Entry[] slots = new Entry[64];
  private int size;
  private long created;

  int size() {
    return size;
  }

  @Nullable Entry head() {
    return slots[0];
  }

  Entry add(long fireAt, Runnable task) {
    if (size == slots.length) slots = Arrays.copyOf(slots, size * 2);
    var entry = new Entry(fireAt, created++, task);
    up(size++, entry);
    return entry;
  }

  /** Takes the head if it is due. */
  @Nullable Entry pollDue(long now) {
    var head = slots[0];
    if (head == null || head.fireAt - now > 0) return null;
    remove(head);
    return head;
  }

  /** False if the entry has left already. */
  boolean remove(Entry entry) {
    int slot = entry.slot;
    if (slot < 0) return false;
    entry.slot = -1;
    var last = at(--size);
    slots[size] = null;
    if (slot == size) return true;
    down(slot, last);
    if (at(slot) == last) up(slot, last);
    return true;
  }

  private void up(int slot, Entry entry) {
    int hole = slot;
    while (hole > 0) {
      int parent = (hole - 1) / ARITY;
      if (!entry.before(at(parent))) break;
      put(hole, at(parent));
      hole = parent;
    }
    put(hole, entry);
  }

  private void down(int slot, Entry entry) {
    int hole = slot;
    while (true) {
      int first = hole * ARITY + 1;
      if (first >= size) break;
      int least = first;
      int end = Math.min(first + ARITY, size);
      for (int child = first + 1; child < end; child++) {
        if (at(child).before(at(least))) least = child;
      }
      if (!at(least).before(entry)) break;
      put(hole, at(least));
      hole = least;
    }
    put(hole, entry);
  }

  private void put(int slot, Entry entry) {
    slots[slot] = entry;
    entry.slot = slot;
  }

  private Entry at(int slot) {
    return Objects.requireNonNull(slots[slot]);
  }
}
