package dev.reveille.server.kernel;

import java.util.function.Consumer;

/**
 * Carries hints to whoever listens, on every node.
 *
 * <p>A hint may be lost and never repeats; those from one publisher that do arrive keep their
 * order. Whoever needs certainty reads the store.
 */
public interface Bus {
  void publish(String topic, Effect hint);

  /** Listens until the subscription is closed. Listeners must not block. */
  Subscription subscribe(String topic, Consumer<Effect> listener);

  /** A listener's stay on the bus. */
  interface Subscription extends AutoCloseable {
    @Override
    void close();
  }
}
