package dev.reveille.server.kernel;

import dev.reveille.server.kernel.TimerQueue.Task;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * An indexed 4-ary min-heap of timed tasks. The earliest comes first; tasks of the same time keep
 * the order of their creation.
 *
 * <p>Not thread-safe: {@link ParkingTimerQueue} guards it.
 */
/*
 * Why 4-ary: the heap has half the depth of a binary heap, and the four children of a node share a
 * cache line of references. So a sift-down touches fewer cache lines.
 *
 * Why indexed: every task knows its slot, so a cancel removes it in O(log n) and leaves no
 * tombstone. With a million pending timers of which most are cancelled, tombstones would fill the
 * memory.
 *
 * Fire times are readings of a monotonic clock. They are compared by difference, because the
 * counter may wrap.
 */
final class TimerHeap {

  private static final int ARITY = 4;

  private @Nullable Task[] slots = new Task[64];
  private int size;
  private long created;

  int size() {
    return size;
  }

  @Nullable Task head() {
    return slots[0];
  }

  void add(long fireAt, Task task) {
    if (task.slot != Task.NOWHERE) throw new IllegalStateException("scheduled twice");
    if (size == slots.length) slots = Arrays.copyOf(slots, size * 2);
    task.fireAt = fireAt;
    task.order = created++;
    up(size++, task);
  }

  /** Removes and returns the first task if it is due. */
  @Nullable Task pollDue(long now) {
    var head = slots[0];
    if (head == null || head.fireAt - now > 0) return null;
    remove(head);
    return head;
  }

  /** Removes the task. False if it is not in the heap. */
  boolean remove(Task task) {
    int slot = task.slot;
    if (slot == Task.NOWHERE) return false;
    task.slot = Task.NOWHERE;
    var last = at(--size);
    slots[size] = null;
    if (slot == size) return true;
    down(slot, last);
    if (last.slot == slot) up(slot, last);
    return true;
  }

  /** Gives every task a new fire time. Tasks of the same time keep the order of their creation. */
  void rekey(ToLongFunction<Task> fireAt) {
    for (int slot = 0; slot < size; slot++) at(slot).fireAt = fireAt.applyAsLong(at(slot));
    for (int slot = size < 2 ? -1 : (size - 2) / ARITY; slot >= 0; slot--) down(slot, at(slot));
  }

  private void up(int slot, Task task) {
    int hole = slot;
    while (hole > 0) {
      int parent = (hole - 1) / ARITY;
      if (!before(task, at(parent))) break;
      put(hole, at(parent));
      hole = parent;
    }
    put(hole, task);
  }

  private void down(int slot, Task task) {
    int hole = slot;
    while (true) {
      int first = hole * ARITY + 1;
      if (first >= size) break;
      int least = first;
      int end = Math.min(first + ARITY, size);
      for (int child = first + 1; child < end; child++) {
        if (before(at(child), at(least))) least = child;
      }
      if (!before(at(least), task)) break;
      put(hole, at(least));
      hole = least;
    }
    put(hole, task);
  }

  private static boolean before(Task one, Task other) {
    long difference = one.fireAt - other.fireAt;
    return difference < 0 || (difference == 0 && one.order < other.order);
  }

  private void put(int slot, Task task) {
    slots[slot] = task;
    task.slot = slot;
  }

  private Task at(int slot) {
    return Objects.requireNonNull(slots[slot]);
  }
}
