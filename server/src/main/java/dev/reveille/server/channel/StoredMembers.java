package dev.reveille.server.channel;

import dev.reveille.protocol.Names;

/**
 * The ids of a channel's stored members. All of them have keys, so an id is 16 hex digits: a number
 * of 64 bits. The numbers are in an open hash table, so 100,000 members take about 2 MB.
 *
 * <p>Part of the channel cell. An empty one has no table.
 */
final class StoredMembers {
  private static final int SMALL = 8;

  /** Marks a free place; the id that is 0 itself is kept apart. */
  private static final long FREE = 0;

  private long[] table = new long[0];
  private int size;
  private boolean hasZero;

  /** Adds an agent. Changes nothing if its id is not that of a key. */
  void add(String agent) {
    if (!isKeyId(agent)) return;
    long id = number(agent);
    if (id == FREE) {
      hasZero = true;
      return;
    }
    if (2 * (size + 1) > table.length) grow();
    if (put(table, id)) size++;
  }

  boolean contains(String agent) {
    if (size() == 0 || !isKeyId(agent)) return false;
    long id = number(agent);
    if (id == FREE) return hasZero;
    if (table.length == 0) return false;
    for (int at = slot(table, id); table[at] != FREE; at = next(table, at)) {
      if (table[at] == id) return true;
    }
    return false;
  }

  void remove(String agent) {
    if (size() == 0 || !isKeyId(agent)) return;
    long id = number(agent);
    if (id == FREE) {
      hasZero = false;
      return;
    }
    if (table.length == 0) return;
    int at = slot(table, id);
    while (table[at] != FREE && table[at] != id) at = next(table, at);
    if (table[at] == FREE) return;
    size--;
    table[at] = FREE;
    // Those behind it may have come here because its place was taken.
    for (at = next(table, at); table[at] != FREE; at = next(table, at)) {
      long moved = table[at];
      table[at] = FREE;
      put(table, moved);
    }
  }

  void clear() {
    table = new long[0];
    size = 0;
    hasZero = false;
  }

  int size() {
    return size + (hasZero ? 1 : 0);
  }

  /** Returns the memory of the table. */
  long bytes() {
    return (long) table.length * Long.BYTES;
  }

  private void grow() {
    var larger = new long[Math.max(SMALL, table.length * 2)];
    for (long id : table) if (id != FREE) put(larger, id);
    table = larger;
  }

  private static boolean put(long[] into, long id) {
    int at = slot(into, id);
    while (into[at] != FREE) {
      if (into[at] == id) return false;
      at = next(into, at);
    }
    into[at] = id;
    return true;
  }

  private static int slot(long[] in, long id) {
    return (int) (id ^ (id >>> 32)) & (in.length - 1);
  }

  private static int next(long[] in, int at) {
    return (at + 1) & (in.length - 1);
  }

  private static boolean isKeyId(String agent) {
    return Names.isKeyId(agent.substring(1));
  }

  private static long number(String agent) {
    return Long.parseUnsignedLong(agent, 1, agent.length(), 16);
  }
}
