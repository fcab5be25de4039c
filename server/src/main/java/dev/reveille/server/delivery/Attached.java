package dev.reveille.server.delivery;

import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Write;
import java.util.List;

/**
 * Writes and effects that a feature adds to an entry.
 *
 * @param writes become durable in the entry's unit
 * @param effects run after those of the entry
 * @param otherwise run if the entry cannot be stored
 */
public record Attached(List<Write> writes, List<Effect> effects, List<Effect> otherwise) {
  public static final Attached NOTHING = new Attached(List.of(), List.of(), List.of());

  /** Returns one write that goes with the entry. */
  public static Attached of(Write write) {
    return new Attached(List.of(write), List.of(), List.of());
  }

  public Attached {
    writes = List.copyOf(writes);
    effects = List.copyOf(effects);
    otherwise = List.copyOf(otherwise);
  }
}
