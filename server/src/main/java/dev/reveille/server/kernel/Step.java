package dev.reveille.server.kernel;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a cell made of a command: units to store, then either an answer to the caller or a call
 * downward whose answer resumes the cell.
 *
 * <p>The units are handed to the store before the call leaves, so what the called cell does comes
 * later in the commit order.
 */
public record Step(List<Unit> units, @Nullable Answer answer, @Nullable Call call) {

  /** For a call that leaves its caller nothing to take back. */
  public static final Function<Answer, Step> NOTHING_TO_UNDO = _ -> none();

  private static final Step NONE = new Step(List.of(), null, null);

  /**
   * A command to a cell further down, and only downward: agent to channel or mailbox.
   *
   * @param ifUndone what the caller does if the store refuses what the called cell answered for. It
   *     stays with the caller and is not part of what the called cell gets.
   */
  public record Call(CellId to, Command command, Function<Answer, Step> ifUndone) {}

  public Step {
    units = List.copyOf(units);
  }

  /** Nothing to store, nothing to say. */
  public static Step none() {
    return NONE;
  }

  /** True if there is nothing to store, to answer or to call. */
  public boolean isNone() {
    return units.isEmpty() && answer == null && call == null;
  }

  public static Step of(Unit... units) {
    return new Step(List.of(units), null, null);
  }

  public static Step answer(Answer answer, Unit... units) {
    return new Step(List.of(units), answer, null);
  }

  public static Step call(
      CellId to, Command command, Function<Answer, Step> ifUndone, Unit... units) {
    return new Step(List.of(units), null, new Call(to, command, ifUndone));
  }
}
