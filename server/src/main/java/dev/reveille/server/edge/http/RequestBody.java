package dev.reveille.server.edge.http;

import java.util.Optional;

/**
 * The body of a request, at the pace of its reader: nothing is read from the client before it is
 * asked for. Used by one thread, which waits for the client.
 */
public interface RequestBody {
  /** The body of a request that has none. */
  RequestBody NONE =
      new RequestBody() {
        @Override
        public Optional<byte[]> next() {
          return Optional.empty();
        }

        @Override
        public String text() {
          return "";
        }
      };

  /**
   * Waits for the next piece of the body. None is the end.
   *
   * @throws BodyRefused if the body is too long, comes too slowly, or does not come to its end. The
   *     request is then answered with this refusal
   */
  Optional<byte[]> next();

  /**
   * Reads all of it as text. A second call returns the same text.
   *
   * @throws BodyRefused as {@link #next}, or if it is not UTF-8
   */
  String text();
}
