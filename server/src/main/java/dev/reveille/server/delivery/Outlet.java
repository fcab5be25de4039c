package dev.reveille.server.delivery;

import org.jspecify.annotations.Nullable;

/**
 * Where the entries of one session go. See {@link Outlets} for what it promises; every method may
 * be called from any thread and never blocks.
 */
public interface Outlet {
  /**
   * Adds a frame.
   *
   * @param written run once the reader took the frame; never if it did not. Must not block
   */
  void send(Frame frame, @Nullable Runnable written);

  /** Adds frames that are read from the store when the reader is ready for them. */
  void pull(Pull pull);

  /** What is added from here on waits for {@link #release}. */
  void hold();

  /** Sends the frame, and then what waited. */
  void release(Frame first);

  /** Nothing is held any longer, and what waited never leaves. */
  void dropHeld();

  /** Closes after everything that was added before. What is added later never leaves. */
  void close(int code, String reason);
}
