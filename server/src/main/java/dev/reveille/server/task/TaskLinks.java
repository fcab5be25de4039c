package dev.reveille.server.task;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.kernel.Cell;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.store.Store;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Knows which open tasks wait for which, and refuses a link that would close a circle.
 *
 * <p>It is an index of what the tasks themselves store, so it stores nothing. There is one such
 * cell, and only tasks that wait for others call it. A link counts from the moment it was asked
 * for. While it is not stored yet, the cell is not unloaded, so two tasks that link to each other
 * at the same time meet here.
 */
/*
 * If the store refuses a link, the links before it count again, besides those that were asked for
 * since. That may be more than there are, never fewer: a link may be refused for nothing until the
 * cell is loaded again, but no circle passes.
 */
final class TaskLinks implements Cell {
  static final String KIND = "task-links";
  static final CellId CELL = new CellId(KIND, "all");

  /** The most links between open tasks. */
  static final int MOST = 100_000;

  private static final int PAGE = 1_000;

  /** A command to this cell. */
  sealed interface LinkCommand extends Command {
    String task();
  }

  /** Asks to make a task wait for exactly these. */
  record Link(String task, List<String> blockers) implements LinkCommand {
    Link {
      blockers = List.copyOf(blockers);
    }
  }

  /** The links that a task asked for are stored. */
  record Stored(String task) implements LinkCommand {}

  /** The store refused the links that a task asked for. {@code before} are those that it had. */
  record Undo(String task, List<String> before) implements LinkCommand {
    Undo {
      before = List.copyOf(before);
    }
  }

  /** A task no longer waits for one that is completed. */
  record Drop(String task, String blocker) implements LinkCommand {}

  /** A task that waited has ended. */
  record Ended(String task) implements LinkCommand {}

  private final Map<String, Set<String>> blockers = new HashMap<>();

  /** The number of links of a task that are on their way to the store. */
  private final Map<String, Integer> underWay = new HashMap<>();

  private int size;

  static TaskLinks load(Store store) {
    var links = new TaskLinks();
    long last = Long.MIN_VALUE;
    while (true) {
      var page = store.reads(TaskReads.class).blocked(last, PAGE);
      if (page.isEmpty()) return links;
      for (var each : page) links.put(each.task().id(), each.task().progress().blockedBy());
      last = page.getLast().place();
    }
  }

  @Override
  public boolean mayUnload() {
    return underWay.isEmpty();
  }

  @Override
  public Step handle(Command command) {
    return switch ((LinkCommand) command) {
      case Link link -> link(link);
      case Stored(var task) -> settled(task);
      case Undo(var task, var before) -> {
        var all = new LinkedHashSet<>(blockersOf(task));
        all.addAll(before);
        put(task, all);
        yield settled(task);
      }
      case Drop(var task, var blocker) -> {
        put(task, blockersOf(task).stream().filter(b -> !b.equals(blocker)).toList());
        yield Step.none();
      }
      case Ended(var task) -> {
        put(task, List.of());
        yield Step.none();
      }
    };
  }

  private Set<String> blockersOf(String task) {
    return blockers.getOrDefault(task, Set.of());
  }

  private Step link(Link link) {
    if (size + link.blockers().size() > MOST) {
      return refuse(ErrorCode.RATE_LIMITED, "Too many tasks wait for each other on this server");
    }
    for (var blocker : link.blockers()) {
      if (isReached(link.task(), blocker)) {
        return refuse(
            ErrorCode.INVALID_MSG,
            "Invalid blocked_by: " + blocker + " waits for this task, so neither could begin");
      }
    }
    put(link.task(), link.blockers());
    underWay.merge(link.task(), 1, Integer::sum);
    return Step.answer(new ChatAnswer.Done());
  }

  /** True if the second task is the first, or waits for it, directly or through others. */
  private boolean isReached(String first, String second) {
    var seen = new HashSet<String>();
    var next = new ArrayDeque<String>();
    next.add(second);
    while (!next.isEmpty()) {
      var task = next.remove();
      if (task.equals(first)) return true;
      if (seen.add(task)) next.addAll(blockersOf(task));
    }
    return false;
  }

  private void put(String task, Collection<String> tasks) {
    var all = new LinkedHashSet<>(tasks);
    var old = all.isEmpty() ? blockers.remove(task) : blockers.put(task, all);
    size += all.size() - (old == null ? 0 : old.size());
  }

  private Step settled(String task) {
    underWay.computeIfPresent(task, (_, count) -> count == 1 ? null : count - 1);
    return Step.none();
  }

  private static Step refuse(ErrorCode code, String reason) {
    return Step.answer(new ChatAnswer.Refused(code, reason));
  }
}
