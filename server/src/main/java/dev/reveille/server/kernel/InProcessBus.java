package dev.reveille.server.kernel;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The bus of one process. A publish calls the listeners directly. */
public final class InProcessBus implements Bus {
  private static final Logger log = LoggerFactory.getLogger(InProcessBus.class);

  private final ConcurrentHashMap<String, List<Consumer<Effect>>> topics =
      new ConcurrentHashMap<>();

  @Override
  public void publish(String topic, Effect hint) {
    for (var listener : topics.getOrDefault(topic, List.of())) {
      try {
        listener.accept(hint);
      } catch (RuntimeException e) {
        log.error("A listener of {} failed; the hint is lost to it alone", topic, e);
      }
    }
  }

  @Override
  public Subscription subscribe(String topic, Consumer<Effect> listener) {
    var listeners = topics.computeIfAbsent(topic, t -> new CopyOnWriteArrayList<>());
    listeners.add(listener);
    return () -> listeners.remove(listener);
  }
}
