package dev.reveille.server.edge.http;

import java.util.function.Supplier;

/**
 * An answer that waits for something. It waits without memory for a long page. Then it is made as a
 * long page, or it waits again.
 *
 * @param until blocks until there may be an answer. It is interrupted if the client is gone
 * @param then makes the answer
 * @param end runs once, when the request is over
 */
public record Waiting(Until until, Supplier<Reply> then, Runnable end) implements Reply {

  /** Blocks until something happened. */
  @FunctionalInterface
  public interface Until {
    void await() throws InterruptedException;
  }
}
