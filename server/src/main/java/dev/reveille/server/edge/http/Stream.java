package dev.reveille.server.edge.http;

import java.util.Map;
import java.util.Optional;

/**
 * An answer that lasts until one side ends it, at the reader's pace.
 *
 * @param headers further ones
 */
public record Stream(String contentType, Map<String, String> headers, Source source)
    implements Reply {

  public Stream {
    headers = Map.copyOf(headers);
  }

  /** Where it comes from. Used by one thread, which may be interrupted when the reader is gone. */
  public interface Source extends AutoCloseable {
    /** Waits until there may be something to say. It takes no memory meanwhile. */
    default void await() throws InterruptedException {}

    /**
     * Makes the next piece, of a bounded size; none is the end, an empty one says nothing. Not
     * asked while the reader has enough to read.
     */
    Optional<String> next() throws InterruptedException;

    @Override
    void close();
  }
}
