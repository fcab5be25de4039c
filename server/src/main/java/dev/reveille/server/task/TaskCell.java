package dev.reveille.server.task;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.Names;
import dev.reveille.protocol.TaskAnswers;
import dev.reveille.protocol.TaskState;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.kernel.Answer;
import dev.reveille.server.kernel.Calls;
import dev.reveille.server.kernel.Cell;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.RemoveTimer;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Tell;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.store.Store;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Owns one task: its state, its owner, and the order of everything that happens to it.
 *
 * <p>Each change is one required unit: the row of the log, the task as it is now and its timer. So
 * a claim has one winner. Those whom it concerns are told after it, so nothing is told that did not
 * happen.
 */
public final class TaskCell implements Cell {
  public static final String KIND = "task";
  static final String CREATE = "TASK_CREATE";

  private final String id;
  private final TaskMoves moves;
  private final TaskUnits units;
  private final Calls<ChatAnswer> calls = new Calls<>(TaskCell::read);

  /** Absent until it is created. */
  private @Nullable LiveTask task;

  private TaskCell(String id, @Nullable LiveTask task, TaskConfig config, Clock clock) {
    this.id = id;
    this.task = task;
    units = new TaskUnits(clock);
    moves = new TaskMoves(units, config, clock, calls);
  }

  /** Makes the cell of a task that is certainly not in the store. */
  static TaskCell ofNew(String id, TaskConfig config, Clock clock) {
    return new TaskCell(id, null, config, clock);
  }

  static TaskCell load(String id, TaskConfig config, Clock clock, Store store) {
    var task = store.reads(TaskReads.class).load(id).map(LiveTask::new).orElse(null);
    return new TaskCell(id, task, config, clock);
  }

  /** Returns the address of the cell that owns a task. */
  public static CellId at(String task) {
    return new CellId(KIND, task);
  }

  private static ChatAnswer read(Answer answer) {
    return answer instanceof ChatAnswer said
        ? said
        : new ChatAnswer.Refused(ErrorCode.STORE_UNAVAILABLE, "Tasks cannot be linked now");
  }

  /** Everything is in the store, and who watches is kept elsewhere. */
  @Override
  public boolean mayUnload() {
    return true;
  }

  /** A task that has ended is only looked at, and one that does not exist is asked for once. */
  @Override
  public boolean isFinished() {
    return task == null || task.state().isOver();
  }

  @Override
  public Step resume(Command command, Answer answer) {
    return calls.resume(answer);
  }

  @Override
  public Step handle(Command command) {
    return switch ((TaskCommand) command) {
      case TaskCommand.Create create -> create(create);
      case TaskCommand.Again again -> seen(again.asker().agent(), t -> again(t, again));
      case TaskCommand.Move move -> seen(move.asker().agent(), t -> moves.move(t, move));
      case TaskCommand.See(var agent) ->
          seen(agent, t -> Step.answer(new TaskSeen(t.waiters().size())));
      case TaskCommand.Show(var asker, var after) ->
          seen(asker.agent(), t -> show(t, asker, "TASK_GET", after, List.of()));
      case TaskCommand.Watch watch -> seen(watch.asker().agent(), t -> watch(t, watch));
      case TaskCommand.Due(var timer) ->
          task == null || task.state().isOver()
              ? Step.of(
                  Unit.required(List.of(new RemoveTimer(timer.timer())), List.of(), List.of()))
              : Step.of(units.expired(task));
      case TaskCommand.Await await -> await(await.waiter(), "await " + await.seq());
      case TaskCommand.BlockerEnded ended -> blockerEnded(ended);
    };
  }

  private interface Then {
    Step go(LiveTask task);
  }

  /** Refuses agents that may not know of the task in the same way as for a task that is none. */
  private Step seen(String agent, Then then) {
    var live = task;
    return live == null || !live.isSeenBy(agent)
        ? Step.answer(new ChatAnswer.Refused(ErrorCode.TASK_NOT_FOUND, "No task " + id))
        : then.go(live);
  }

  private Step create(TaskCommand.Create create) {
    var known = task;
    if (known != null) return known(known, create.asker(), CREATE);
    if (create.blockedBy().isEmpty()) return created(create);
    return calls
        .to(TaskLinks.CELL, new TaskLinks.Link(id, create.blockedBy()))
        .nothingToUndo()
        .then(
            answer -> answer instanceof ChatAnswer.Refused ? Step.answer(answer) : created(create));
  }

  private static Step again(LiveTask task, TaskCommand.Again again) {
    var asker = again.asker();
    return again.request().equals(CREATE) || task.isKnown(asker.agent(), asker.key())
        ? known(task, asker, again.request())
        : Step.answer(new ChatAnswer.Refused(ErrorCode.TASK_NOT_FOUND, "This is the first time"));
  }

  private static Step known(LiveTask task, TaskCommand.Asker asker, String request) {
    return Step.answer(new TaskMade(false), Unit.barrier(List.of(answer(task, asker, request))));
  }

  private Step created(TaskCommand.Create create) {
    var made = units.created(id, create);
    task = made.task();
    return Step.answer(new TaskMade(true), made.unit());
  }

  /** Returns the effect that answers with the task as it is, without its content. */
  static Effect answer(LiveTask task, TaskCommand.Asker asker, String request) {
    return new DeliveryEffect.ToSession(
        asker.session(), new TaskAnswers.Answer(request, true, null, asker.key(), task.view()));
  }

  /** Sends the task as the store has it when everything before this is durable. */
  private static Step show(
      LiveTask task, TaskCommand.Asker asker, String request, long after, List<Effect> before) {
    var effects = new ArrayList<>(before);
    effects.add(lookUp(task, asker, request, after));
    return Step.answer(new ChatAnswer.Done(), Unit.barrier(effects));
  }

  static Effect lookUp(LiveTask task, TaskCommand.Asker asker, String request, long after) {
    return new DeliveryEffect.LookUp(
        asker.session(), new TaskQuery(request, asker.key(), task.view(), after));
  }

  private static Step watch(LiveTask task, TaskCommand.Watch watch) {
    var asker = watch.asker();
    SessionId session = asker.session();
    return show(
        task,
        asker,
        "TASK_WATCH",
        watch.after(),
        List.of(new TaskEffect.SetWatch(session, task.id(), watch.on())));
  }

  /** Notes who waits for this task, or tells it at once how this task ended. */
  private Step await(String waiter, String key) {
    var live = task;
    if (live != null && !live.state().isOver()) {
      return live.waiters().add(waiter)
          ? Step.of(Unit.required(List.of(new AddTaskWaiter(id, waiter)), List.of(), List.of()))
          : Step.none();
    }
    var state = live == null ? TaskState.CANCELED : live.state();
    return Step.of(
        Unit.required(
            List.of(),
            List.of(Tell.durable(at(waiter), new TaskCommand.BlockerEnded(id, state), key)),
            List.of()));
  }

  private Step blockerEnded(TaskCommand.BlockerEnded ended) {
    var live = task;
    boolean waits =
        live != null
            && !live.state().isOver()
            && live.progress().blockedBy().contains(ended.blocker());
    return live == null || !waits
        ? Step.none()
        : Step.of(units.blockerEnded(live, ended.blocker(), ended.state()));
  }

  /** True if this is the server itself, not an agent. */
  static boolean isServer(String actor) {
    return actor.equals(Names.SERVER);
  }
}
