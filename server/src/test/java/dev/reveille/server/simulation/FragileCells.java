package dev.reveille.server.simulation;

import dev.reveille.server.kernel.Answer;
import dev.reveille.server.kernel.Cell;
import dev.reveille.server.kernel.CellFactory;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Step;
import org.jspecify.annotations.Nullable;

/** Cells that can be made to fail on whatever they are told. */
final class FragileCells {
  private @Nullable String kind;

  /** Cells of this kind, or the one cell {@code kind/name}, fail from now on; none if absent. */
  void fail(@Nullable String failing) {
    kind = failing;
  }

  CellFactory around(CellFactory cells) {
    return id -> new Fragile(id.kind(), id.kind() + "/" + id.name(), cells.load(id));
  }

  private final class Fragile implements Cell {
    private final String own;
    private final String full;
    private final Cell cell;

    private Fragile(String own, String full, Cell cell) {
      this.own = own;
      this.full = full;
      this.cell = cell;
    }

    private Cell cell() {
      if (own.equals(kind) || full.equals(kind)) throw new IllegalStateException("on purpose");
      return cell;
    }

    @Override
    public Step handle(Command command) {
      return cell().handle(command);
    }

    @Override
    public Step resume(Command command, Answer answer) {
      return cell().resume(command, answer);
    }

    @Override
    public boolean mayUnload() {
      return cell.mayUnload();
    }

    @Override
    public boolean isLoadedEachTime() {
      return cell.isLoadedEachTime();
    }

    @Override
    public boolean isFinished() {
      return cell.isFinished();
    }
  }
}
