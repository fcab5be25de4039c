package dev.reveille.server.simulation;

import dev.reveille.server.simulation.InboxConsumer.Item;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Items of an inbox that are confirmed: one by one, and by the highest seq of a stream. */
final class ConfirmedItems {
  private final Set<Item> items;
  private final Map<String, Long> marks;

  ConfirmedItems() {
    this(Set.of(), Map.of());
  }

  private ConfirmedItems(Set<Item> items, Map<String, Long> marks) {
    this.items = new HashSet<>(items);
    this.marks = new HashMap<>(marks);
  }

  ConfirmedItems copy() {
    return new ConfirmedItems(items, marks);
  }

  void add(Collection<Item> more) {
    items.addAll(more);
  }

  void upTo(String because, String stream, long seq) {
    marks.merge(because + stream, seq, Math::max);
  }

  boolean has(Item item) {
    return items.contains(item)
        || item.seq() <= marks.getOrDefault(item.because() + item.stream(), 0L);
  }
}
