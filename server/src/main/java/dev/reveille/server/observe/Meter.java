package dev.reveille.server.observe;

import dev.reveille.server.kernel.Contribution;
import java.util.function.LongSupplier;

/**
 * A number that {@link Metrics} shows.
 *
 * @param name with dots. Prometheus shows them as underscores and adds {@code _total} to a counter
 * @param help says in a few words what is counted
 * @param value read at each scrape, on any thread
 */
public record Meter(String name, Sort sort, String help, LongSupplier value)
    implements Contribution {

  /** The way in which the number moves. */
  public enum Sort {
    /** Goes up and down. */
    GAUGE,
    /** Only grows. */
    COUNTER
  }

  public static Meter gauge(String name, String help, LongSupplier value) {
    return new Meter(name, Sort.GAUGE, help, value);
  }

  public static Meter counter(String name, String help, LongSupplier value) {
    return new Meter(name, Sort.COUNTER, help, value);
  }

  @Override
  public String owns() {
    return "metric " + name;
  }
}
