package dev.reveille.server.limits;

import dev.reveille.server.kernel.SessionId;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Limits wrong keys: a number in a row per connection and per address, then one per interval.
 *
 * <p>Thread-safe. Remembers a bounded number of sources, the latest ones.
 */
public final class KeyAttempts {
  static final int PER_CONNECTION = 5;
  static final int PER_ADDRESS = 20;
  static final Duration INTERVAL = Duration.ofSeconds(10);
  static final int MAX_SOURCES = 10_000;

  /**
   * The outcome of a failed attempt.
   *
   * @param limited true if it was over the limit
   * @param recorded true if it gets an event of its own: of attempts over the limit only the first
   *     does
   * @param unrecorded how many before it got no event
   */
  public record Failure(boolean limited, boolean recorded, long unrecorded) {}

  private static final class Source {
    /** The time at which all of its attempts are available again. */
    private long fullAt;

    private long limited;
  }

  private final Map<Object, Source> sources =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Object, Source> eldest) {
          return size() > MAX_SOURCES;
        }
      };

  /** True if the next attempt would be over the limit. */
  public synchronized boolean isLimited(@Nullable SessionId session, String address, long nanos) {
    return isSpent(session, PER_CONNECTION, nanos) || isSpent(address, PER_ADDRESS, nanos);
  }

  public synchronized Failure failed(@Nullable SessionId session, String address, long nanos) {
    boolean limited = isLimited(session, address, nanos);
    var source = source(address, nanos);
    if (limited) return new Failure(true, ++source.limited == 1, 0);
    if (session != null) spend(source(session, nanos), nanos);
    spend(source, nanos);
    long unrecorded = Math.max(0, source.limited - 1);
    source.limited = 0;
    return new Failure(false, true, unrecorded);
  }

  /** Returns how long an address that is over its limit has to wait for its next attempt. */
  public synchronized Duration delay(String address, long nanos) {
    var source = sources.get(address);
    if (source == null) return Duration.ZERO;
    long left = source.fullAt - nanos - (PER_ADDRESS - 1) * INTERVAL.toNanos();
    return Duration.ofNanos(Math.max(0, left));
  }

  private boolean isSpent(@Nullable Object key, int most, long nanos) {
    var source = key == null ? null : sources.get(key);
    return source != null && source.fullAt + INTERVAL.toNanos() - nanos > most * INTERVAL.toNanos();
  }

  private Source source(Object key, long nanos) {
    return sources.computeIfAbsent(
        key,
        _ -> {
          var fresh = new Source();
          fresh.fullAt = nanos;
          return fresh;
        });
  }

  private static void spend(Source source, long nanos) {
    long base = source.fullAt - nanos > 0 ? source.fullAt : nanos;
    source.fullAt = base + INTERVAL.toNanos();
  }

  synchronized int sources() {
    return sources.size();
  }
}
