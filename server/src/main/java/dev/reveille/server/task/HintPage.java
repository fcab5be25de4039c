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
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

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
    var around = around(reads, row);
    var before = around.before();
    var after = around.after();
    var told = after.owner() == null ? before.owner() : after.owner();
    var then = asItWas(task, row, after);
    var event = TaskNews.event(then, row, text(row));
    boolean wasBlocked = !before.blockedBy().isEmpty();
    return TaskNews.hints(then, happening(row), row, told, wasBlocked, event);
  }

  /** A word that this version does not know keeps no other row from being told. */
  private static TaskHappening happening(StoredTaskLog row) {
    for (var each : TaskHappening.values()) if (each.word().equals(row.event())) return each;
    return TaskHappening.UPDATED;
  }

  /** The owner of a task at a row of its log, and the tasks that it waited for. */
  private record Then(@Nullable String owner, List<String> blockedBy) {}

  /** The task before and after a row. */
  private record Around(Then before, Then after) {}

  /** Returns how the task was at that row: the log says who claimed it and what it waited for. */
  private static Around around(TaskReads reads, StoredTaskLog row) {
    var nothing = new Then(null, List.of());
    var around = new Around(nothing, nothing);
    for (long seq = 0; seq < row.seq(); ) {
      var page = reads.log(row.task(), seq, MOST);
      if (page.isEmpty()) return around;
      for (var each : page) {
        if (each.seq() > row.seq()) return around;
        around = new Around(around.after(), after(each, around.after()));
      }
      seq = page.getLast().seq();
    }
    return around;
  }

  private static Then after(StoredTaskLog row, Then before) {
    var happening = happening(row);
    var owner =
        happening == TaskHappening.CLAIMED
            ? row.actor()
            : row.state() == TaskState.SUBMITTED ? null : before.owner();
    return new Then(owner, blockedBy(happening, row, before.blockedBy()));
  }

  private static List<String> blockedBy(
      TaskHappening happening, StoredTaskLog row, List<String> before) {
    return switch (happening) {
      case CREATED, RELINKED -> {
        var tasks = new ArrayList<String>();
        for (var task : detail(row).path("blocked_by")) tasks.add(task.asString(""));
        yield tasks;
      }
      case UNBLOCKED -> {
        var done = detail(row).path("blocker").asString("");
        yield before.stream().filter(task -> !task.equals(done)).toList();
      }
      case CLAIMED,
          UPDATED,
          INPUT_REQUIRED,
          AUTH_REQUIRED,
          RESUMED,
          COMPLETED,
          FAILED,
          REJECTED,
          GIVEN_BACK,
          CANCELED,
          EXPIRED,
          EXTENDED,
          BLOCKER_ENDED ->
          before;
    };
  }

  private static JsonNode detail(StoredTaskLog row) {
    return Json.read("{" + row.said() + "}")
        .map(said -> said.path("detail"))
        .orElseGet(MissingNode::getInstance);
  }

  /** Returns the task as it was at that row. Its times are those of now. */
  private static LiveTask asItWas(LoadedTask now, StoredTaskLog row, Then then) {
    var progress = now.task().progress();
    var was =
        new TaskProgress(
            row.state(),
            then.owner(),
            row.at(),
            progress.expiresAt(),
            progress.cleanupUntil(),
            progress.endedAt(),
            row.seq(),
            then.blockedBy(),
            progress.chars());
    return new LiveTask(
        new LoadedTask(
            new StoredTask(now.task().id(), now.task().facts(), was),
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
