package dev.reveille.server.task;

import dev.reveille.server.delivery.Cells;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.kernel.Cell;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Tell;
import dev.reveille.server.kernel.Unit;
import java.util.ArrayList;
import java.util.List;

/** Owns the mark up to which the log of all tasks was told. It remembers nothing itself. */
final class HintCell implements Cell {
  static final String KIND = "task-hints";
  static final CellId CELL = new CellId(KIND, "all");

  /** A command to this cell. */
  sealed interface HintCommand extends Command {}

  /** This row of the log, and all before it, are in the mailboxes. */
  record Hinted(String task, long seq) implements HintCommand {}

  /** Hints that a mailbox refused several times: from now on the outbox keeps and repeats them. */
  record KeepHints(List<TaskEffect.Hint> hints) implements HintCommand {
    KeepHints {
      hints = List.copyOf(hints);
    }
  }

  @Override
  public Step handle(Command command) {
    return switch ((HintCommand) command) {
      case Hinted(var task, var seq) ->
          Step.answer(
              new ChatAnswer.Done(),
              Unit.required(List.of(new SetHinted(task, seq)), List.of(), List.of()));
      case KeepHints(var hints) ->
          Step.answer(new ChatAnswer.Done(), Unit.required(List.of(), tells(hints), List.of()));
    };
  }

  private static List<Effect> tells(List<TaskEffect.Hint> hints) {
    var tells = new ArrayList<Effect>();
    for (var hint : hints) {
      var key = String.valueOf(hint.entry().id());
      tells.add(Tell.durable(Cells.mailbox(hint.agent()), hint.entry(), key));
    }
    return tells;
  }

  @Override
  public boolean mayUnload() {
    return true;
  }
}
