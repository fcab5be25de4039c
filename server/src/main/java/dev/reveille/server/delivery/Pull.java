package dev.reveille.server.delivery;

import java.util.List;

/**
 * Frames that are read from the store as fast as one connection takes them: replay, mailbox,
 * history.
 *
 * <p>What is sent to the connection after the pull waits behind its last frame. Methods are called
 * one at a time.
 */
public interface Pull {
  /** The next frames; none = the end. May block. A page has a bounded size. */
  List<Frame> next();

  /** True if it is known that {@link #next} would bring no more. */
  default boolean isOver() {
    return false;
  }

  /** The socket took all frames of the last {@link #next}. Must not block. */
  default void written() {}
}
