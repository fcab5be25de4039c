package dev.reveille.server.kernel;

import java.util.List;

/**
 * A cell that owns stored timers. Turns {@link TimerDue} into the command of its feature, and keeps
 * it from the cell if the timer is no longer the same.
 */
final class TimedCell implements Cell {
  private final Cell cell;
  private final WallTimers timers;

  TimedCell(Cell cell, WallTimers timers) {
    this.cell = cell;
    this.timers = timers;
  }

  @Override
  public Step handle(Command command) {
    if (!(command instanceof TimerDue due)) return cell.handle(command);
    return timers.isCurrent(due) ? settling(cell.handle(timers.command(due))) : Step.none();
  }

  @Override
  public Step resume(Command command, Answer answer) {
    return command instanceof TimerDue due
        ? settling(cell.resume(timers.command(due), answer))
        : cell.resume(command, answer);
  }

  /**
   * Adds an empty unit to a last step that has none. If the cell decided in a state that the store
   * refuses, the empty unit is refused too, and the timer is told again.
   */
  private static Step settling(Step step) {
    return step.call() == null && step.units().isEmpty()
        ? new Step(List.of(Unit.barrier(List.of())), step.answer(), null)
        : step;
  }

  @Override
  public boolean mayUnload() {
    return cell.mayUnload();
  }

  @Override
  public boolean isFinished() {
    return cell.isFinished();
  }
}
