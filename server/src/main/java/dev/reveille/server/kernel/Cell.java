package dev.reveille.server.kernel;

/**
 * The single owner of the state of one thing, such as an agent or a channel.
 *
 * <p>Its {@link Host} calls it from one thread at a time, one command after another. A cell never
 * blocks. It may get the next command before the units of the last one are durable, so its state
 * runs ahead of the store. If the store refuses one of its required units, the host discards the
 * cell. The host loads a new one from the store once everything that the cell submitted is settled.
 */
public interface Cell {
  Step handle(Command command);

  /**
   * Continues with a command whose call was answered. The cell handled no other command since the
   * call.
   */
  default Step resume(Command command, Answer answer) {
    throw new IllegalStateException("made no call for " + command);
  }

  /** True if the host may forget this cell now and load it again later without losing anything. */
  boolean mayUnload();

  /**
   * True if this cell is hardly needed again, so that the host forgets it without waiting until it
   * was idle for long. It still asks {@link #mayUnload}.
   */
  default boolean isFinished() {
    return false;
  }

  /**
   * True if the host must load this cell for every command. Such a cell is a question to the store:
   * it answers from what it was loaded with and has no state of its own.
   */
  default boolean isLoadedEachTime() {
    return false;
  }
}
