package dev.reveille.server.delivery;

import java.util.List;

/**
 * Frames that are read from the store as fast as one connection takes them: replay, mailbox,
 * history.
 *
 * <p>Frames that are sent to the connection after the pull wait until its last frame is sent. The
 * methods are called one at a time.
 */
public interface Pull {
  /** Returns the next frames; empty at the end. May block. A page has a bounded size. */
  List<Frame> next();

  /** True if {@link #next} would surely return no more frames. */
  default boolean isOver() {
    return false;
  }

  /** Called when the socket took all frames of the last {@link #next}. Must not block. */
  default void written() {}
}
