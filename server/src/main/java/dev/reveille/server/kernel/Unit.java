package dev.reveille.server.kernel;

import java.util.List;

/**
 * Writes that become durable together, and what follows.
 *
 * <p>A <em>required</em> unit that cannot be stored is refused: {@code otherwise} runs in place of
 * {@code effects}, later units of the same cell are refused too, and the cell is loaded again. A
 * <em>best-effort</em> unit that cannot be stored costs only its writes: its effects run all the
 * same, in their place. A unit without writes is a barrier: its effects run in their place. Both
 * are refused only if a required unit of the same cell was refused before them.
 */
public record Unit(
    List<Write> writes, List<Effect> effects, List<Effect> otherwise, boolean required) {
  public Unit {
    writes = List.copyOf(writes);
    effects = List.copyOf(effects);
    otherwise = List.copyOf(otherwise);
  }

  public static Unit required(
      List<? extends Write> writes,
      List<? extends Effect> effects,
      List<? extends Effect> otherwise) {
    return new Unit(List.copyOf(writes), List.copyOf(effects), List.copyOf(otherwise), true);
  }

  /** {@code otherwise} runs only if a required unit of the same cell was refused before. */
  public static Unit bestEffort(
      List<? extends Write> writes,
      List<? extends Effect> effects,
      List<? extends Effect> otherwise) {
    return new Unit(List.copyOf(writes), List.copyOf(effects), List.copyOf(otherwise), false);
  }

  public static Unit bestEffort(List<? extends Write> writes, List<? extends Effect> effects) {
    return new Unit(List.copyOf(writes), List.copyOf(effects), List.of(), false);
  }

  /** Effects alone, in their place in the order. */
  public static Unit barrier(List<? extends Effect> effects) {
    return bestEffort(List.of(), effects);
  }
}
