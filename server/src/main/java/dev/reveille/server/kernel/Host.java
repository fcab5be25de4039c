package dev.reveille.server.kernel;

import java.util.concurrent.CompletionStage;

/**
 * Where cells live.
 *
 * <ul>
 *   <li>There is one live cell per id, and it handles one command at a time.
 *   <li>Commands from one caller to one cell are handled in the order they were told.
 *   <li>Units of one cell commit in the order it returned them. Effects run after their commit, in
 *       that order. A cell's call leaves after its earlier units took their place in that order, so
 *       what the called cell does comes after them.
 *   <li>While a cell's call is unanswered it handles nothing else. A call is answered when the
 *       called cell has handled it, before its units are durable.
 *   <li>A unit refused by the store has no effect but its {@code otherwise}; if a cell called for
 *       it and was answered, what that call has for this case runs as the caller's next step. It is
 *       dropped if the caller was loaded again since.
 * </ul>
 */
public interface Host {
  /** Hands over a command. Never blocks, never fails. */
  void tell(CellId to, Command command);

  /**
   * Hands over a command from outside any cell.
   *
   * @return the answer, once every unit of the command is durable; fails with {@link Refusal} if
   *     one was refused
   */
  CompletionStage<Answer> ask(CellId to, Command command);
}
