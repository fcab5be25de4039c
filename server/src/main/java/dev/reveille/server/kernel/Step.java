package dev.reveille.server.kernel;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The result of a command: units to store, then either an answer to the caller or a call to another
 * cell. The answer to that call resumes the cell.
 *
 * <p>The units are handed to the store before the call leaves. So the units of the called cell come
 * later in the commit order.
 */
public record Step(List<Unit> units, @Nullable Answer answer, @Nullable Call call) {

  /** For a call after which the caller has nothing to take back. */
  public static final Function<Answer, Step> NOTHING_TO_UNDO = _ -> none();

  private static final Step NONE = new Step(List.of(), null, null);

  /**
   * A command to another cell. An agent's cell may call any other kind of cell; any cell may call
   * one that is loaded each time. ARCHITECTURE.md names the one exception. No other cell calls.
   *
   * @param ifUndone the caller's step if the store refuses a unit of the called cell after its
   *     answer. It stays with the caller; the called cell does not get it.
   */
  public record Call(CellId to, Command command, Function<Answer, Step> ifUndone) {}

  public Step {
    units = List.copyOf(units);
  }

  /** Returns a step without units, answer and call. */
  public static Step none() {
    return NONE;
  }

  /** True if this step has no units, no answer and no call. */
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
