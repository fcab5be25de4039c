package dev.reveille.server.store;

import java.util.Optional;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Limits the text in one page to {@link Store#PAGE_CHARS} characters, or to one value of any
 * length.
 *
 * <p>Used for one page, by one thread.
 */
public final class PageLimit<T> {
  private final ToLongFunction<T> chars;
  private long taken;
  private boolean begun;
  private @Nullable T refused;

  /**
   * @param chars returns the number of characters of a value
   */
  public PageLimit(ToLongFunction<T> chars) {
    this.chars = chars;
  }

  static PageLimit<StoredEntry> ofMessages() {
    return new PageLimit<>(StoredEntry::chars);
  }

  static PageLimit<StoredEvent> ofEvents() {
    return new PageLimit<>(event -> event.detail() == null ? 0 : event.detail().length());
  }

  /** Counts the value and returns true if the page has room for it. */
  public boolean takes(T value) {
    taken += chars.applyAsLong(value);
    boolean first = !begun;
    begun = true;
    if (first || taken <= Store.PAGE_CHARS) return true;
    refused = value;
    return false;
  }

  /** Returns the value for which the page had no room, if there was one. */
  public Optional<T> refused() {
    return Optional.ofNullable(refused);
  }
}
