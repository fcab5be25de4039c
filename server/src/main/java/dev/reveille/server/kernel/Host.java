package dev.reveille.server.kernel;

import java.util.concurrent.CompletionStage;

/**
 * The place where cells live.
 *
 * <ul>
 *   <li>There is one live cell per id, and it handles one command at a time.
 *   <li>Commands from one caller to one cell are handled in the order they were told.
 *   <li>Units of one cell commit in the order in which the cell returned them. Effects run after
 *       their commit, in that order. A cell's call leaves after the cell's earlier units took their
 *       place in that order. So the units of the called cell come after them.
 *   <li>A cell handles nothing else while its call is unanswered. A call is answered when the
 *       called cell has handled it, before the units of the called cell are durable.
 *   <li>If the store refuses a unit, only its {@code otherwise} runs. If the unit belongs to a call
 *       that was answered, the {@code ifUndone} of that call runs as the caller's next step. It
 *       does not run if the caller was loaded again since.
 * </ul>
 */
public interface Host {
  /** Adds a command to the cell's queue. Never blocks and never fails. */
  void tell(CellId to, Command command);

  /**
   * Adds a command to the cell's queue and returns its answer. For callers outside any cell.
   *
   * @return completes with the answer once every unit of the command is durable; fails with {@link
   *     Refusal} if one was refused
   */
  CompletionStage<Answer> ask(CellId to, Command command);

  /**
   * Hands the cell a command that is kept elsewhere until it is handled, and removes it there.
   *
   * <p>The units of the command's last step and {@code done} become one required unit. So either
   * all of them are durable or none is. If the last step has no unit, {@code done} is a unit of its
   * own. What earlier steps stored, before their calls, may be durable without {@code done}. A
   * command that calls other cells must therefore be safe to repeat.
   *
   * <p>If the cell cannot be loaded or throws, {@link Command#unhandled} does not run: the caller
   * delivers the command again later. A refusal of {@code done} loads the cell again. So deliver
   * only to cells that may return required units.
   *
   * @param done removes the command from where it is kept
   * @return completes with the answer once {@code done} is durable; fails with {@link Refusal} if
   *     it is not
   */
  CompletionStage<Answer> deliver(CellId to, Command command, Write done);
}
