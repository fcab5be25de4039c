package dev.reveille.server.edge.http;

import java.util.Map;
import java.util.Optional;

/**
 * An answer that lasts until one side ends it. The reader sets the pace.
 *
 * @param headers headers besides the usual ones
 */
public record Stream(String contentType, Map<String, String> headers, Source source)
    implements Reply {

  public Stream {
    headers = Map.copyOf(headers);
  }

  /**
   * Makes the pieces of a stream. Used by one thread, which may be interrupted when the reader is
   * gone.
   */
  public interface Source extends AutoCloseable {
    /** Waits until there may be a next piece. It takes no memory meanwhile. */
    default void await() throws InterruptedException {}

    /**
     * Returns the next piece, of a bounded size. None is the end; an empty piece sends nothing. Not
     * called while the reader has enough to read.
     */
    Optional<String> next() throws InterruptedException;

    @Override
    void close();
  }
}
