package dev.reveille.server.task;

import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.kernel.Cell;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.store.Store;

/**
 * Says how many open tasks an agent has created. It is a question to the store: it is loaded for
 * each command.
 */
record OpenTasks(int count) implements Cell {
  static final String KIND = "open-tasks";

  /** Asks for the number. */
  record CountTasks() implements Command {}

  record TaskCount(int open) implements ChatAnswer {}

  static CellId at(String agent) {
    return new CellId(KIND, agent);
  }

  static OpenTasks load(Store store, String agent) {
    return new OpenTasks(store.reads(TaskReads.class).open(agent));
  }

  @Override
  public Step handle(Command command) {
    return Step.answer(new TaskCount(count));
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
