package dev.reveille.server.sleep;

import dev.reveille.server.sleep.SleepGate.Held;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The entries held for one sleeping agent, in order of arrival: a ring that grows up to its limit.
 * When it is full, the oldest message of a channel is dropped, or, if there is none, the oldest of
 * all.
 *
 * <p>It takes twelve bytes per message: a reference to the shared name of the stream, and a number
 * with the seq and the kind. An entry that is not in the store is held itself.
 */
final class SleepBuffer {

  /** The kinds of message that people see counted. */
  enum Kind {
    DM,
    MENTION,
    CHANNEL,
    FIRE,
    CHANNEL_FIRE;

    private static final Kind[] ALL = values();

    boolean isOfChannel() {
      return this == MENTION || this == CHANNEL || this == CHANNEL_FIRE;
    }
  }

  private static final int SMALL = 4;

  /** A number is a seq and, in its lowest bits, a kind. */
  private static final int KIND_BITS = 3;

  private static final int KIND_MASK = (1 << KIND_BITS) - 1;

  private final int most;

  /** A stream's name, or a {@link Held.Value} that has no seq. */
  private @Nullable Object[] what = new Object[0];

  private long[] numbers = new long[0];
  private int first;
  private int size;

  /* Only the owner changes it; other threads may read it. */
  private volatile int dms;
  private volatile int mentions;
  private volatile int channelMessages;
  private volatile int fires;

  /** The number of those that are messages of channels. */
  private int ofChannels;

  SleepBuffer(int most) {
    this.most = most;
  }

  /** Returns how many are held, by kind. Any thread may call it. */
  Sleepers.Waiting waiting() {
    return new Sleepers.Waiting(dms, mentions, channelMessages, fires);
  }

  /** Adds one; returns the entry that was dropped for it, which may be the new one itself. */
  @Nullable Held add(Held held, Kind kind) {
    Held gone = null;
    if (size == most) {
      if (most == 0 || (kind.isOfChannel() && ofChannels == 0)) return held;
      gone = evict();
    } else if (size == what.length) {
      grow();
    }
    put(held, kind);
    return gone;
  }

  /** Stores the kind as its ordinal. That is safe because it is in memory only. */
  @SuppressWarnings("EnumOrdinal")
  private void put(Held held, Kind kind) {
    int slot = slot(size++);
    switch (held) {
      case Held.Stored(var stream, var seq) -> {
        what[slot] = stream;
        numbers[slot] = seq << KIND_BITS | kind.ordinal();
      }
      case Held.Value value -> {
        what[slot] = value;
        numbers[slot] = kind.ordinal();
      }
    }
    count(kind, 1);
  }

  /** Removes the entry that must go first. The entries before it move up by one place. */
  private Held evict() {
    int index = 0;
    if (ofChannels > 0) while (!kind(index).isOfChannel()) index++;
    var gone = at(index);
    count(kind(index), -1);
    for (; index > 0; index--) {
      what[slot(index)] = what[slot(index - 1)];
      numbers[slot(index)] = numbers[slot(index - 1)];
    }
    what[first] = null;
    first = slot(1);
    size--;
    return gone;
  }

  /** Removes the matching entries and returns them. The others keep their order. */
  List<Held> removeIf(Predicate<Held> unwanted) {
    var gone = new ArrayList<Held>();
    var kept = new ArrayList<Held>();
    var kinds = new ArrayList<Kind>();
    for (int i = 0; i < size; i++) {
      var held = at(i);
      if (unwanted.test(held)) {
        gone.add(held);
        count(kind(i), -1);
      } else {
        kept.add(held);
        kinds.add(kind(i));
      }
    }
    if (gone.isEmpty()) return gone;
    Arrays.fill(what, null);
    first = 0;
    size = 0;
    for (int i = 0; i < kept.size(); i++) {
      count(kinds.get(i), -1);
      put(kept.get(i), kinds.get(i));
    }
    return gone;
  }

  List<Held> all() {
    var all = new ArrayList<Held>(size);
    for (int i = 0; i < size; i++) all.add(at(i));
    return all;
  }

  private int slot(int index) {
    return (first + index) % what.length;
  }

  private Held at(int index) {
    int slot = slot(index);
    var held = Objects.requireNonNull(what[slot]);
    return held instanceof String stream
        ? new Held.Stored(stream, numbers[slot] >> KIND_BITS)
        : (Held.Value) held;
  }

  private Kind kind(int index) {
    return Kind.ALL[(int) numbers[slot(index)] & KIND_MASK];
  }

  private void count(Kind kind, int more) {
    if (kind.isOfChannel()) ofChannels += more;
    switch (kind) {
      case DM -> dms = Math.addExact(dms, more);
      case MENTION -> mentions = Math.addExact(mentions, more);
      case CHANNEL -> channelMessages = Math.addExact(channelMessages, more);
      case FIRE, CHANNEL_FIRE -> fires = Math.addExact(fires, more);
    }
  }

  private void grow() {
    int length = Math.min(most, Math.max(SMALL, what.length * 2));
    var all = new Object[length];
    var grown = new long[length];
    int tail = what.length - first;
    System.arraycopy(what, first, all, 0, tail);
    System.arraycopy(what, 0, all, tail, first);
    System.arraycopy(numbers, first, grown, 0, tail);
    System.arraycopy(numbers, 0, grown, tail, first);
    what = all;
    numbers = grown;
    first = 0;
  }

  @Override
  public String toString() {
    return Arrays.toString(all().toArray());
  }
}
