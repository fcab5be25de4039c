package dev.reveille.server.wake;

import dev.reveille.server.kernel.Cell;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Step;

/** A look at one seat. It is a question to the store: it is loaded for each command. */
record SenseCell(Sensed sensed) implements Cell {
  static final String KIND = "sense";

  /** Asks for the look. */
  record Sense() implements Command {}

  static CellId at(String seat) {
    return new CellId(KIND, seat);
  }

  @Override
  public Step handle(Command command) {
    return Step.answer(sensed);
  }

  @Override
  public boolean mayUnload() {
    return true;
  }

  @Override
  public boolean isLoadedEachTime() {
    return true;
  }
}
