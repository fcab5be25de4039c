package dev.reveille.server.kernel;

/**
 * The name of a stored timer. There is at most one timer of each name.
 *
 * @param owner the cell that is told when the timer is due
 * @param kind the name of its {@link TimerKind}
 * @param key chosen by the feature; unique among the owner's timers of this kind
 */
public record TimerId(CellId owner, String kind, String key) {
  @Override
  public String toString() {
    return "timer " + kind + " " + key + " of " + owner;
  }
}
