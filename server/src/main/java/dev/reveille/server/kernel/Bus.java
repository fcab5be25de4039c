package dev.reveille.server.kernel;

import java.util.function.Consumer;

/**
 * Carries hints to the listeners on every node.
 *
 * <p>A hint may be lost and is never repeated. The hints of one publisher arrive in the order in
 * which it published them. A listener that needs certainty reads the store.
 */
public interface Bus {
  void publish(String topic, Effect hint);

  /**
   * Calls the listener for each hint until the subscription is closed. Listeners must not block.
   */
  Subscription subscribe(String topic, Consumer<Effect> listener);

  /** The registration of a listener. Closing it ends the calls. */
  interface Subscription extends AutoCloseable {
    @Override
    void close();
  }
}
