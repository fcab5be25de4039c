package dev.reveille.server.task;

import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.Names;
import dev.reveille.protocol.TaskState;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.identity.AgentRowWrites;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.RemoveTimer;
import dev.reveille.server.kernel.SetTimer;
import dev.reveille.server.kernel.Tell;
import dev.reveille.server.kernel.TimerDue;
import dev.reveille.server.kernel.TimerId;
import dev.reveille.server.kernel.TimerKind;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.store.AppendEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes the unit of each change of a task, and changes the task in memory accordingly. */
final class TaskUnits {
  static final String TIMER = "task.expiry";

  private static final TaskCommand.Said NOTHING = new TaskCommand.Said("", null);

  private final Clock clock;

  TaskUnits(Clock clock) {
    this.clock = clock;
  }

  static TimerKind timerKind() {
    return new TimerKind(TIMER, TaskCell.KIND, (TimerDue due) -> new TaskCommand.Due(due));
  }

  private static TimerId timer(String task) {
    return new TimerId(TaskCell.at(task), TIMER, "");
  }

  /** A new task and the unit that stores it. */
  record Made(LiveTask task, Unit unit) {}

  Made created(String id, TaskCommand.Create create) {
    var asker = create.asker();
    var facts = create.facts();
    long now = facts.createdAt();
    var progress =
        new TaskProgress(
            TaskState.SUBMITTED,
            null,
            now,
            create.expiresAt(),
            null,
            null,
            1,
            create.blockedBy(),
            facts.content().length());
    var stored = new StoredTask(id, facts, progress);
    var task = new LiveTask(new LoadedTask(stored, create.audience(), List.of(), List.of()));
    var row =
        new StoredTaskLog(
            id,
            1,
            now,
            TaskHappening.CREATED.word(),
            null,
            TaskState.SUBMITTED,
            asker.agent(),
            asker.name(),
            detail(create.blockedBy()),
            asker.key());
    var writes = new ArrayList<Write>();
    writes.add(new AddTask(stored, create.audience()));
    writes.add(new AppendTaskLog(row));
    writes.add(event(task, row));
    if (create.expiresAt() != null) {
      writes.add(new SetTimer(timer(id), create.expiresAt(), now, ""));
    }
    var effects = new ArrayList<Effect>();
    effects.add(TaskCell.answer(task, asker, TaskCell.CREATE));
    effects.addAll(TaskNews.of(task, TaskHappening.CREATED, row, null, false, null));
    if (!create.blockedBy().isEmpty()) {
      effects.addAll(linked(id, create.blockedBy(), row.seq()));
    }
    return new Made(
        task,
        Unit.required(
            AgentRowWrites.writes(asker.newcomer(), writes),
            AgentRowWrites.effects(asker.newcomer(), effects),
            refused(id, asker, !create.blockedBy().isEmpty(), List.of())));
  }

  /** Returns what the first row of a log says: the tasks that this one waits for, if any. */
  private static String detail(List<String> blockedBy) {
    if (blockedBy.isEmpty()) return "";
    var detail = new JsonText(64).field("blocked_by", blockedBy).text();
    return new JsonText(96).raw("detail", detail).fields();
  }

  /** Tells the tasks that this one waits for, and says that its links are stored. */
  private static List<Effect> linked(String id, List<String> blockers, long seq) {
    var effects = new ArrayList<Effect>();
    effects.add(new Tell(TaskLinks.CELL, new TaskLinks.Stored(id)));
    for (var blocker : blockers) {
      effects.add(
          Tell.once(TaskCell.at(blocker), new TaskCommand.Await(id, seq), Long.toString(seq)));
    }
    return effects;
  }

  private static List<Effect> refused(
      String id, TaskCommand.Asker asker, boolean isLinked, List<String> before) {
    var effects = new ArrayList<Effect>();
    effects.add(Messages.notStored(asker.session()));
    if (isLinked) effects.add(new Tell(TaskLinks.CELL, new TaskLinks.Undo(id, before)));
    return effects;
  }

  /**
   * A change that an agent asked for and that is allowed.
   *
   * @param to the state that it leads to
   * @param detail what only this event has: a JSON object; null if it has nothing
   */
  record Change(
      TaskCommand.Move move,
      TaskHappening happening,
      TaskState to,
      @Nullable String owner,
      @Nullable Long expiresAt,
      @Nullable Long cleanupUntil,
      List<String> blockedBy,
      @Nullable String detail) {}

  /**
   * Carries out a change.
   *
   * @param answer makes the answer of the task as it is after the change
   */
  Unit changed(LiveTask task, Change change, Supplier<Effect> answer) {
    var asker = change.move().asker();
    var before = task.progress();
    var added = change.blockedBy().stream().filter(b -> !before.blockedBy().contains(b)).toList();
    boolean isRelinked = change.move().blockedBy() != null;
    var made =
        change(
            task,
            change.happening(),
            next(before, change, change.move().said()),
            new Actor(asker.agent(), asker.name(), asker.key()),
            change.move().said(),
            change.detail());
    var effects = new ArrayList<Effect>();
    effects.add(answer.get());
    effects.addAll(made.effects());
    if (isRelinked) effects.addAll(linked(task.id(), added, task.progress().seq()));
    return Unit.required(
        AgentRowWrites.writes(asker.newcomer(), made.writes()),
        AgentRowWrites.effects(asker.newcomer(), effects),
        refused(task.id(), asker, isRelinked, before.blockedBy()));
  }

  private TaskProgress next(TaskProgress before, Change change, TaskCommand.Said said) {
    long now = Math.max(before.updatedAt(), clock.wallMillis());
    boolean ends = change.to().isOver() && before.endedAt() == null;
    return new TaskProgress(
        change.to(),
        change.owner(),
        now,
        change.expiresAt(),
        change.cleanupUntil(),
        ends ? (Long) now : before.endedAt(),
        before.seq() + 1,
        change.blockedBy(),
        before.chars() + said.fields().length());
  }

  /** Ends a task whose time is over. */
  Unit expired(LiveTask task) {
    return byServer(
        task,
        TaskHappening.EXPIRED,
        TaskState.EXPIRED,
        task.progress().blockedBy(),
        null,
        List.of());
  }

  /** Notes that a task which this one waits for has ended. */
  Unit blockerEnded(LiveTask task, String blocker, TaskState state) {
    boolean done = state == TaskState.COMPLETED;
    var left =
        done
            ? task.progress().blockedBy().stream().filter(b -> !b.equals(blocker)).toList()
            : task.progress().blockedBy();
    var detail = new JsonText(96).field("blocker", blocker).field("blocker_state", state.name());
    return byServer(
        task,
        done ? TaskHappening.UNBLOCKED : TaskHappening.BLOCKER_ENDED,
        task.state(),
        left,
        detail.text(),
        done
            ? List.of(new Tell(TaskLinks.CELL, new TaskLinks.Drop(task.id(), blocker)))
            : List.of());
  }

  private Unit byServer(
      LiveTask task,
      TaskHappening happening,
      TaskState to,
      List<String> blockedBy,
      @Nullable String detail,
      List<Effect> more) {
    var before = task.progress();
    long now = Math.max(before.updatedAt(), clock.wallMillis());
    var next =
        new TaskProgress(
            to,
            before.owner(),
            now,
            before.expiresAt(),
            before.cleanupUntil(),
            to.isOver() ? (Long) now : before.endedAt(),
            before.seq() + 1,
            blockedBy,
            before.chars());
    var made =
        change(task, happening, next, new Actor(Names.SERVER, "Server", null), NOTHING, detail);
    var effects = new ArrayList<>(made.effects());
    effects.addAll(more);
    return Unit.required(made.writes(), effects, List.of());
  }

  private record Actor(String agent, String name, @Nullable String key) {}

  private record Changed(List<Write> writes, List<Effect> effects) {}

  /** Changes the task, and returns what must be stored and who must be told. */
  private static Changed change(
      LiveTask task,
      TaskHappening happening,
      TaskProgress next,
      Actor actor,
      TaskCommand.Said said,
      @Nullable String detail) {
    var before = task.progress();
    task.change(next, actor.agent(), actor.key());
    var fields = new JsonText(64).rawFields(said.fields());
    if (detail != null) fields.raw("detail", detail);
    var row =
        new StoredTaskLog(
            task.id(),
            next.seq(),
            next.updatedAt(),
            happening.word(),
            before.state(),
            next.state(),
            actor.agent(),
            actor.name(),
            fields.fields(),
            actor.key());
    var writes = new ArrayList<Write>();
    writes.add(new MoveTask(task.id(), next));
    writes.add(new AppendTaskLog(row));
    writes.add(event(task, row));
    writes.addAll(timer(task.id(), before, next));
    var owner = next.owner() == null ? before.owner() : next.owner();
    boolean wasBlocked = !before.blockedBy().isEmpty();
    var effects =
        new ArrayList<>(TaskNews.of(task, happening, row, owner, wasBlocked, said.text()));
    if (next.endedAt() != null && before.endedAt() == null) effects.addAll(ended(task));
    return new Changed(writes, effects);
  }

  private static List<Write> timer(String id, TaskProgress before, TaskProgress next) {
    boolean had = before.expiresAt() != null && before.endedAt() == null;
    boolean has = next.expiresAt() != null && next.endedAt() == null;
    if (had && !has) return List.of(new RemoveTimer(timer(id)));
    if (!has || Objects.equals(before.expiresAt(), next.expiresAt())) return List.of();
    return List.of(
        new SetTimer(timer(id), Objects.requireNonNull(next.expiresAt()), next.updatedAt(), ""));
  }

  /** Tells the tasks that wait for this one, and forgets its own links. */
  private static List<Effect> ended(LiveTask task) {
    var effects = new ArrayList<Effect>();
    for (var waiter : task.waiters()) {
      effects.add(
          Tell.durable(
              TaskCell.at(waiter), new TaskCommand.BlockerEnded(task.id(), task.state()), "end"));
    }
    task.waiters().clear();
    if (task.isBlocked()) {
      effects.add(new Tell(TaskLinks.CELL, new TaskLinks.Ended(task.id())));
    }
    return effects;
  }

  private static AppendEvent event(LiveTask task, StoredTaskLog row) {
    var detail =
        new JsonText(128)
            .field("task", row.task())
            .field("title", task.facts().title())
            .field("state", row.state().name());
    var previous = row.previous();
    if (previous != null) detail.field("previous", previous.name());
    return new AppendEvent(
        row.at(),
        "task." + row.event(),
        TaskCell.isServer(row.actor()) ? null : row.actor(),
        null,
        detail.text());
  }
}
