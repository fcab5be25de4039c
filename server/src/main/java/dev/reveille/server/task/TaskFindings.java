package dev.reveille.server.task;

import dev.reveille.server.kernel.Cell;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.store.AppendEvent;
import dev.reveille.server.store.Store;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Owns what was found about waits. A finding is in the feed once, when it begins, and in the table
 * as long as it lasts.
 */
final class TaskFindings implements Cell {
  static final String KIND = "task-findings";
  static final CellId CELL = new CellId(KIND, "all");

  /** The most findings that are kept. */
  static final int MOST = 2 * TaskWaits.MOST_FINDINGS;

  /**
   * Replaces the findings by these.
   *
   * @param complete false if there may be more: then those that are missing stay
   */
  record Found(List<TaskFinding> findings, boolean complete) implements Command {
    Found {
      findings = List.copyOf(findings);
    }
  }

  private final Clock clock;
  private final Set<String> known = new TreeSet<>();

  private TaskFindings(Clock clock) {
    this.clock = clock;
  }

  static TaskFindings load(Store store, Clock clock) {
    var cell = new TaskFindings(clock);
    for (var each : store.reads(TaskFindingReads.class).findings()) cell.known.add(each.id());
    return cell;
  }

  @Override
  public boolean mayUnload() {
    return true;
  }

  @Override
  public Step handle(Command command) {
    var look = (Found) command;
    long now = clock.wallMillis();
    var writes = new ArrayList<Write>();
    var ids = new HashSet<String>();
    for (var finding : look.findings()) ids.add(finding.id());
    for (var old : look.complete() ? List.copyOf(known) : List.<String>of()) {
      if (ids.contains(old)) continue;
      known.remove(old);
      writes.add(new RemoveTaskFinding(old));
    }
    for (var finding : look.findings()) {
      if (known.size() >= MOST || !known.add(finding.id())) continue;
      writes.add(new AddTaskFinding(finding, now));
      writes.add(
          new AppendEvent(now, "task." + finding.kind(), finding.agent(), null, finding.detail()));
    }
    return writes.isEmpty() ? Step.none() : Step.of(Unit.required(writes, List.of(), List.of()));
  }
}
