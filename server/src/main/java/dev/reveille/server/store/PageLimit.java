package dev.reveille.server.store;

import java.util.Optional;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The room for text in one page: {@link Store#PAGE_CHARS} characters, or one value of any length.
 *
 * <p>Used for one page, by one thread.
 */
public final class PageLimit<T> {
  private final ToLongFunction<T> chars;
  private long taken;
  private boolean begun;
  private @Nullable T refused;

  /**
   * @param chars the characters of a value
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

  /** True if the page has room for this value too; it is counted then. */
  public boolean takes(T value) {
    taken += chars.applyAsLong(value);
    boolean first = !begun;
    begun = true;
    if (first || taken <= Store.PAGE_CHARS) return true;
    refused = value;
    return false;
  }

  /** Returns the value that there was no room for, if the page is full. */
  public Optional<T> refused() {
    return Optional.ofNullable(refused);
  }
}
