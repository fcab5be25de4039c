package dev.reveille.server.kernel;

import java.util.ArrayList;
import java.util.List;

/**
 * Writes that become durable together, and the effects that follow.
 *
 * <p>A <em>required</em> unit that cannot be stored is refused: {@code otherwise} runs in place of
 * {@code effects}, later units of the same cell are refused too, and the cell is loaded again.
 *
 * <p>A <em>best-effort</em> unit that cannot be stored loses only its writes: its effects still
 * run, at their place in the order.
 *
 * <p>A unit without writes is a <em>barrier</em>: its effects run at their place in the order.
 *
 * <p>A best-effort unit and a barrier are refused only if a required unit of the same cell was
 * refused before them.
 */
public record Unit(
    List<Write> writes, List<Effect> effects, List<Effect> otherwise, boolean required) {
  public Unit {
    writes = List.copyOf(writes);
    effects = List.copyOf(effects);
    otherwise = List.copyOf(otherwise);
    if (!required) requireNoTimers(writes);
  }

  /** A timer whose row was lost, or stayed, would not be as its cell decided. */
  private static void requireNoTimers(List<Write> writes) {
    for (var write : writes) {
      if (write instanceof TimerWrite timer) {
        throw new IllegalArgumentException(timer.timer() + " needs a required unit");
      }
    }
  }

  public static Unit required(
      List<? extends Write> writes,
      List<? extends Effect> effects,
      List<? extends Effect> otherwise) {
    return new Unit(List.copyOf(writes), List.copyOf(effects), List.copyOf(otherwise), true);
  }

  /**
   * Returns a best-effort unit. {@code otherwise} runs only if a required unit of the same cell was
   * refused before.
   */
  public static Unit bestEffort(
      List<? extends Write> writes,
      List<? extends Effect> effects,
      List<? extends Effect> otherwise) {
    return new Unit(List.copyOf(writes), List.copyOf(effects), List.copyOf(otherwise), false);
  }

  public static Unit bestEffort(List<? extends Write> writes, List<? extends Effect> effects) {
    return new Unit(List.copyOf(writes), List.copyOf(effects), List.of(), false);
  }

  /** Returns a unit that has only effects, at their place in the order. */
  public static Unit barrier(List<? extends Effect> effects) {
    return bestEffort(List.of(), effects);
  }

  /** Returns one required unit with everything that these units have, in their order. */
  static Unit joined(List<Unit> units, Write last) {
    var writes = new ArrayList<Write>();
    var effects = new ArrayList<Effect>();
    var otherwise = new ArrayList<Effect>();
    for (var unit : units) {
      writes.addAll(unit.writes);
      effects.addAll(unit.effects);
      otherwise.addAll(unit.otherwise);
    }
    writes.add(last);
    return new Unit(writes, effects, otherwise, true);
  }
}
