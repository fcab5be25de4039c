package dev.reveille.server.task;

import dev.reveille.protocol.Json;
import dev.reveille.protocol.TaskState;
import dev.reveille.server.kernel.Answer;
import dev.reveille.server.kernel.Cell;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.store.Store;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The next rows of the log of all tasks that nobody may have been told of, with the hints about
 * them. It is a question to the store: it is loaded for each command.
 */
record HintPage(List<TaskEffect.Hints> rows, boolean isLast) implements Cell, Answer {
  static final String KIND = "task-hint-page";
  static final CellId CELL = new CellId(KIND, "next");

  /** The most rows that are read at once. */
  static final int MOST = 50;

  HintPage {
    rows = List.copyOf(rows);
  }

  /** Asks for the page. */
  record ReadHints() implements Command {}

  static HintPage load(Store store) {
    var reads = store.reads(TaskReads.class);
    var log = reads.unhinted(MOST);
    var rows = new ArrayList<TaskEffect.Hints>();
    for (var row : log.rows()) {
      var hints = reads.load(row.task()).map(task -> hints(reads, task, row)).orElse(List.of());
      rows.add(new TaskEffect.Hints(row.task(), row.seq(), hints));
    }
    return new HintPage(rows, !log.more());
  }

  private static List<TaskEffect.Hint> hints(TaskReads reads, LoadedTask task, StoredTaskLog row) {
    var owners = owners(reads, row);
    var told = owners.after() == null ? owners.before() : owners.after();
    var event = TaskNews.event(asItWas(task, row, owners.after()), row, text(row));
    return TaskNews.hints(asItWas(task, row, owners.after()), happening(row), row, told, event);
  }

  /** A word that this version does not know keeps no other row from being told. */
  private static TaskHappening happening(StoredTaskLog row) {
    for (var each : TaskHappening.values()) if (each.word().equals(row.event())) return each;
    return TaskHappening.UPDATED;
  }

  /** The owner before and after a row. */
  private record Owners(@Nullable String before, @Nullable String after) {}

  /** Returns who owned the task at that row: the log says who claimed it. */
  private static Owners owners(TaskReads reads, StoredTaskLog row) {
    var owners = new Owners(null, null);
    for (long seq = 0; seq < row.seq(); ) {
      var page = reads.log(row.task(), seq, MOST);
      if (page.isEmpty()) return owners;
      for (var each : page) {
        if (each.seq() > row.seq()) return owners;
        owners = new Owners(owners.after(), after(each, owners.after()));
      }
      seq = page.getLast().seq();
    }
    return owners;
  }

  private static @Nullable String after(StoredTaskLog row, @Nullable String before) {
    if (happening(row) == TaskHappening.CLAIMED) return row.actor();
    return row.state() == TaskState.SUBMITTED ? null : before;
  }

  /** Returns the task with the state and the owner of that row. Its times are those of now. */
  private static LiveTask asItWas(LoadedTask now, StoredTaskLog row, @Nullable String owner) {
    var progress = now.task().progress();
    var then =
        new TaskProgress(
            row.state(),
            owner,
            row.at(),
            progress.expiresAt(),
            progress.cleanupUntil(),
            progress.endedAt(),
            row.seq(),
            progress.blockedBy(),
            progress.chars());
    return new LiveTask(
        new LoadedTask(
            new StoredTask(now.task().id(), now.task().facts(), then),
            now.audience(),
            List.of(),
            List.of()));
  }

  /** Returns the beginning of the first text that was said; null if there is none. */
  private static @Nullable String text(StoredTaskLog row) {
    if (row.said().isEmpty()) return null;
    var said = Json.read("{" + row.said() + "}");
    if (said.isEmpty()) return null;
    for (var part : said.get().path("message")) {
      if (part.path("text").isString()) return TaskNews.beginning(part.path("text").asString());
    }
    return null;
  }

  @Override
  public Step handle(Command command) {
    return Step.answer(this);
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
