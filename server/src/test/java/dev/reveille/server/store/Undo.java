package dev.reveille.server.store;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Changes the maps of memory tables so that all changes of a unit can be taken back. */
public final class Undo {
  private final Deque<Runnable> steps = new ArrayDeque<>();

  /** Adds what takes the last change back. */
  public void add(Runnable step) {
    steps.push(step);
  }

  void run() {
    steps.forEach(Runnable::run);
  }

  /* The whole map is put back, because the order of its entries is part of what it says. */

  public <K, V> void put(Map<K, V> map, K key, V value) {
    keep(map);
    map.put(key, value);
  }

  public <K, V> void remove(Map<K, V> map, K key) {
    keep(map);
    map.remove(key);
  }

  /** Keeps the map as it is now. */
  public <K, V> void keep(Map<K, V> map) {
    var before = new LinkedHashMap<>(map);
    add(
        () -> {
          map.clear();
          map.putAll(before);
        });
  }

  /** Sets a value, or removes it if it is absent. For maps without an order of entry. */
  public <K, T> void set(Map<K, T> map, K key, @Nullable T value) {
    var old = value == null ? map.remove(key) : map.put(key, value);
    add(
        () -> {
          if (old == null) map.remove(key);
          else map.put(key, old);
        });
  }

  /** Puts the first value, or changes the one that is there. */
  public <K, V> void change(Map<K, V> map, K key, V first, UnaryOperator<V> next) {
    var old = map.get(key);
    if (old == null) {
      add(() -> map.remove(key));
      map.put(key, first);
    } else {
      add(() -> map.put(key, old));
      map.put(key, next.apply(old));
    }
  }
}
