package dev.reveille.server.delivery;

import org.jspecify.annotations.Nullable;

/**
 * Takes the frames of one session. {@link Outlets} describes what it promises. Every method may be
 * called from any thread and never blocks.
 */
public interface Outlet {
  /**
   * Adds a frame.
   *
   * @param written runs once the reader took the frame; never if it did not. Must not block
   */
  void send(Frame frame, @Nullable Runnable written);

  /**
   * Adds a mark.
   *
   * @param written runs once the reader took everything that was added before; never if it did not.
   *     Must not block
   */
  void after(Runnable written);

  /** Adds frames that are read from the store when the reader is ready for them. */
  void pull(Pull pull);

  /** Makes everything that is added from now on wait for {@link #release}. */
  void hold();

  /** Sends the frame, and then everything that waited. */
  void release(Frame first);

  /** Ends the hold and drops everything that waited. */
  void dropHeld();

  /** Closes after everything that was added before. Drops everything that is added later. */
  void close(int code, String reason);
}
