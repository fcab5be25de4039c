package dev.reveille.server.kernel;

/**
 * The single owner of one thing's state.
 *
 * <p>Its {@link Host} calls it from one thread at a time, one command after another; it never
 * blocks. It may be given the next command before the units of the last one are durable, so its
 * state runs ahead of the store. If one of its required units is refused, the host throws the cell
 * away and loads a new one from the store once everything it submitted is settled.
 */
public interface Cell {
  Step handle(Command command);

  /** Goes on with a command whose call downward was answered. No other command came between. */
  default Step resume(Command command, Answer answer) {
    throw new IllegalStateException("made no call for " + command);
  }

  /** Whether nothing is lost if the host forgets this cell now and loads it when next needed. */
  boolean mayUnload();
}
