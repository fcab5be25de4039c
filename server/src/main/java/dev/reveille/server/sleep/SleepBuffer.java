package dev.reveille.server.sleep;

import dev.reveille.server.chat.Gate.Held;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What waits for one sleeper: a ring that grows up to its limit and then loses the oldest.
 *
 * <p>Twelve bytes per message: the stream, whose name is shared, and the seq. What the store does
 * not have is held itself.
 */
final class SleepBuffer {
  private static final int SMALL = 4;

  private final int most;

  /** A stream's name, or a {@link Held.Value} that has no seq. */
  private @Nullable Object[] what = new Object[0];

  private long[] seqs = new long[0];
  private int first;
  private int size;

  SleepBuffer(int most) {
    this.most = most;
  }

  int size() {
    return size;
  }

  /** Adds one; gives what had to go for it, which may be that one itself. */
  @Nullable Held add(Held held) {
    if (most == 0) return held;
    var oldest = size == most ? at(0) : null;
    if (oldest != null) {
      first = (first + 1) % what.length;
      size--;
    } else if (size == what.length) {
      grow();
    }
    int slot = (first + size) % what.length;
    switch (held) {
      case Held.Stored(var stream, var seq) -> {
        what[slot] = stream;
        seqs[slot] = seq;
      }
      case Held.Value value -> what[slot] = value;
    }
    size++;
    return oldest;
  }

  /** Removes some, keeps the order of the others; gives those that are gone. */
  List<Held> removeIf(Predicate<Held> unwanted) {
    var gone = new ArrayList<Held>();
    var all = all();
    for (var held : all) if (unwanted.test(held)) gone.add(held);
    if (gone.isEmpty()) return gone;
    var lost = new HashSet<>(gone);
    Arrays.fill(what, null);
    first = 0;
    size = 0;
    for (var held : all) if (!lost.contains(held)) add(held);
    return gone;
  }

  List<Held> all() {
    var all = new ArrayList<Held>(size);
    for (int i = 0; i < size; i++) all.add(at(i));
    return all;
  }

  private Held at(int index) {
    int slot = (first + index) % what.length;
    var held = Objects.requireNonNull(what[slot]);
    return held instanceof String stream ? new Held.Stored(stream, seqs[slot]) : (Held.Value) held;
  }

  private void grow() {
    int length = Math.min(most, Math.max(SMALL, what.length * 2));
    var all = new Object[length];
    var numbers = new long[length];
    int tail = what.length - first;
    System.arraycopy(what, first, all, 0, tail);
    System.arraycopy(what, 0, all, tail, first);
    System.arraycopy(seqs, first, numbers, 0, tail);
    System.arraycopy(seqs, 0, numbers, tail, first);
    what = all;
    seqs = numbers;
    first = 0;
  }

  @Override
  public String toString() {
    return Arrays.toString(all().toArray());
  }
}
