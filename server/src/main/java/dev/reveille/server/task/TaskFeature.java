package dev.reveille.server.task;

import dev.reveille.server.chat.FeatureParts;
import dev.reveille.server.chat.FeaturePlan;
import dev.reveille.server.kernel.CellKind;
import dev.reveille.server.kernel.Chore;
import dev.reveille.server.kernel.DurableCommand;
import dev.reveille.server.kernel.Feature;
import dev.reveille.server.kernel.Host;
import dev.reveille.server.observe.Meter;
import dev.reveille.server.store.Table;
import java.util.ArrayList;
import java.util.List;

/** Tasks: work that obliges, with an owner, a state and an end. */
public final class TaskFeature {
  public static final FeaturePlan PLAN =
      new FeaturePlan(TaskConfig.SETTINGS, tables(), TaskFeature::make);

  private TaskFeature() {}

  private static List<Table> tables() {
    var tables = new ArrayList<>(TaskTable.TABLES);
    tables.add(TaskFindingTable.TABLE);
    return tables;
  }

  private static Feature make(FeatureParts parts) {
    var chat = parts.chat();
    var store = chat.store();
    var clock = chat.clock();
    var config = chat.config().of(TaskConfig.SETTINGS);
    var watchers = new TaskWatchers(parts.outlets(), parts.gate(), clock);
    var hints = new HintDesk(parts.host(), parts.timers());
    var ids = new TaskIds(store.reads(TaskReads.class).secret());
    return Feature.named("task")
        .with(
            new CellKind(
                TaskCell.KIND,
                id ->
                    ids.takeNew(id)
                        ? TaskCell.ofNew(id, config, clock)
                        : TaskCell.load(id, config, clock, store)),
            new CellKind(TaskLinks.KIND, _ -> TaskLinks.load(store)),
            new CellKind(OpenTasks.KIND, agent -> OpenTasks.load(store, agent)),
            new CellKind(
                TaskAudience.KIND,
                target -> TaskAudience.load(target, config.maxAudience(), store, chat.presence())),
            new CellKind(TaskFindings.KIND, _ -> TaskFindings.load(store, clock)),
            new CellKind(HintCell.KIND, _ -> new HintCell()),
            new CellKind(HintPage.KIND, _ -> HintPage.load(store)))
        .with(
            new DurableCommand("task.await", TaskCommand.Await.class),
            new DurableCommand("task.blocker_ended", TaskCommand.BlockerEnded.class))
        .with(new TaskRequests(chat, ids), TaskUnits.timerKind())
        .with(watchers.effects())
        .with(hints.effect(), hints.startup(), hints.chore())
        .with(watchers.departure())
        .with(TaskQuery.lookup(store), TaskListQuery.lookup(store))
        .with(new Chore("task waits", () -> look(parts)))
        .with(TaskFacet.of(store).withPages(TaskPages.of(new TaskBoard(store, config, clock))))
        .with(
            Meter.gauge(
                "reveille.tasks.open",
                "Tasks that have not ended",
                () -> store.reads(TaskReads.class).open()),
            Meter.gauge(
                "reveille.tasks.expiring",
                "Tasks that have a time at which they expire",
                () -> parts.storedTimers().size(TaskUnits.TIMER)))
        .build();
  }

  /** Looks for waits that will not end, and reports them. */
  private static void look(FeatureParts parts) {
    var chat = parts.chat();
    var found =
        TaskWaits.look(
            chat.store(),
            chat.config().of(TaskConfig.SETTINGS).stalledAfter(),
            chat.clock().wallMillis());
    Host host = parts.host();
    host.tell(TaskFindings.CELL, new TaskFindings.Found(found.findings(), found.complete()));
  }
}
