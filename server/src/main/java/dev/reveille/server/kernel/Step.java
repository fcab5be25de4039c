package dev.reveille.server.kernel;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a cell made of a command: units to store, then either an answer to the caller or a call
 * downward whose answer resumes the cell.
 *
 * <p>The units are handed to the store before the call leaves, so what the called cell does comes
 * later in the commit order.
 */
public record Step(List<Unit> units, @Nullable Answer answer, @Nullable Call call) {

  /** A command to a cell further down, and only downward: agent to channel or mailbox. */
  public record Call(CellId to, Command command) {}

  public Step {
    units = List.copyOf(units);
  }

  /** Nothing to store, nothing to say. */
  public static Step none() {
    return new Step(List.of(), null, null);
  }

  public static Step of(Unit... units) {
    return new Step(List.of(units), null, null);
  }

  public static Step answer(Answer answer, Unit... units) {
    return new Step(List.of(units), answer, null);
  }

  public static Step call(CellId to, Command command, Unit... units) {
    return new Step(List.of(units), null, new Call(to, command));
  }
}
