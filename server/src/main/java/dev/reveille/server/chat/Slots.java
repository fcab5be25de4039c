package dev.reveille.server.chat;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The values of the parts for one agent: few, mostly none. Keys and values are side by side in one
 * array, which does not exist while it would be empty.
 */
final class Slots {
  private @Nullable Object @Nullable [] pairs;

  private int place(Slot<?> slot) {
    var all = pairs;
    if (all == null) return -1;
    for (int i = 0; i < all.length; i += 2) if (all[i] == slot) return i;
    return -1;
  }

  /** Returns the value, or null if there is none. Creates nothing. */
  @SuppressWarnings("unchecked") // a value lies only beside the slot that made it
  <T> @Nullable T find(Slot<T> slot) {
    var all = pairs;
    int at = place(slot);
    return all == null || at < 0 ? null : (T) all[at + 1];
  }

  /** Returns the value, and creates it if there is none. */
  <T> T get(Slot<T> slot) {
    var found = find(slot);
    if (found != null) return found;
    var made = slot.first();
    var old = pairs;
    int size = old == null ? 0 : old.length;
    var all = old == null ? new @Nullable Object[2] : Arrays.copyOf(old, size + 2);
    all[size] = slot;
    all[size + 1] = made;
    pairs = all;
    return made;
  }

  /** Removes the value. */
  void clear(Slot<?> slot) {
    var all = pairs;
    int at = place(slot);
    if (all == null || at < 0) return;
    if (all.length == 2) {
      pairs = null;
      return;
    }
    var rest = new @Nullable Object[all.length - 2];
    System.arraycopy(all, 0, rest, 0, at);
    System.arraycopy(all, at + 2, rest, at, rest.length - at);
    pairs = rest;
  }
}
