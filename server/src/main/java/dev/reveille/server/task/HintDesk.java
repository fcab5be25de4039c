package dev.reveille.server.task;

import dev.reveille.server.delivery.Cells;
import dev.reveille.server.kernel.Answer;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Chore;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.EffectPart;
import dev.reveille.server.kernel.Host;
import dev.reveille.server.kernel.Startup;
import dev.reveille.server.kernel.TimerQueue;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts what happened to tasks into the mailboxes of those whom it concerns. */
/*
 * The log is what is kept, so a hint has no row of its own. A stored mark says up to which row
 * everybody was told. It follows some rows behind: an entry has an id that its row gives it, so a
 * mailbox knows a repeat.
 *
 * `live`: hints come as effects, in commit order, and go to the mailboxes at once. `told` has the
 * rows whose entries may not be durable yet. What is durable from its beginning moves the mark.
 *
 * Otherwise, which is after the start and after a hint failed, pages of rows are read after the mark
 * and told, one page after the other. Hints that come meanwhile wait in `held`; they are told when a
 * page was the last one. If there are too many, one more page is read. A page that fails is tried
 * again after a wait. Hints that fail again are left to the outbox, so one mailbox cannot keep
 * others waiting. So hints about one task come to an agent in order, unless its mailbox fails.
 */
final class HintDesk {
  private static final Logger log = LoggerFactory.getLogger(HintDesk.class);

  /** The mark moves after so many rows, or within a minute. */
  private static final int ROWS_PER_MARK = 256;

  private static final int MOST_HELD = 4_096;
  private static final int MOST_TOLD = 20_000;

  /** The number of times that a page is told before the outbox gets what fails. */
  private static final int TRIES = 2;

  private static final Duration FIRST_WAIT = Duration.ofSeconds(1);
  private static final int MOST_DOUBLINGS = 6;

  /** A row whose hints are on their way. */
  private static final class Told {
    private final TaskEffect.Hints row;
    private int waits;
    private boolean failed;

    private Told(TaskEffect.Hints row) {
      this.row = row;
      waits = row.hints().size();
    }
  }

  private final Host host;
  private final TimerQueue timers;

  /* The fields from here on are guarded by this monitor. */
  private final ArrayDeque<Told> told = new ArrayDeque<>();
  private final ArrayDeque<TaskEffect.Hints> held = new ArrayDeque<>();
  private TaskEffect.@Nullable Hints last;
  private int unmarked;
  private boolean live;
  private boolean overflow;
  private int failures;

  /** True from when a hint failed, or too many were on their way, until all outcomes are known. */
  private boolean behind;

  /** The number of hints whose outcome is not known. */
  private int pending;

  HintDesk(Host host, TimerQueue timers) {
    this.host = host;
    this.timers = timers;
  }

  EffectPart<TaskEffect.Hints> effect() {
    return new EffectPart<>(TaskEffect.Hints.class, this::tell);
  }

  Startup startup() {
    return new Startup("task hints", this::read);
  }

  /** Moves the mark also when little happens. */
  Chore chore() {
    return new Chore("task hints", this::mark);
  }

  private synchronized void tell(TaskEffect.Hints row) {
    if (live && told.size() < MOST_TOLD) {
      send(row);
      settle();
    } else if (live) {
      fallBehind();
      overflow = true;
    } else if (held.size() < MOST_HELD) {
      held.add(row);
    } else {
      overflow = true;
    }
  }

  private void send(TaskEffect.Hints row) {
    var one = new Told(row);
    told.add(one);
    pending += row.hints().size();
    for (var hint : row.hints()) send(hint, failure -> done(one, failure));
  }

  private void send(TaskEffect.Hint hint, Consumer<@Nullable Throwable> then) {
    var _ =
        host.ask(Cells.mailbox(hint.agent()), hint.entry())
            .handle(
                (_, failure) -> {
                  then.accept(failure);
                  return hint;
                });
  }

  private synchronized void done(Told one, @Nullable Throwable failure) {
    pending--;
    one.waits--;
    if (failure != null) {
      one.failed = true;
      fallBehind();
    }
    settle();
  }

  /** Forgets the rows from the first on whose entries are durable. */
  private void settle() {
    for (var first = told.peek();
        first != null && first.waits == 0 && !first.failed;
        first = told.peek()) {
      last = first.row;
      unmarked++;
      told.remove();
    }
    if (unmarked >= ROWS_PER_MARK) mark();
    if (behind && pending == 0) {
      behind = false;
      told.clear();
      readLater();
    }
  }

  private synchronized void mark() {
    var row = last;
    if (row == null || unmarked == 0) return;
    unmarked = 0;
    var _ = host.ask(HintCell.CELL, new HintCell.Hinted(row.task(), row.seq()));
  }

  private void fallBehind() {
    if (!live) return;
    live = false;
    behind = true;
    overflow = false;
    held.clear();
  }

  private void readLater() {
    failures++;
    var wait = FIRST_WAIT.multipliedBy(1L << Math.clamp(failures - 1, 0, MOST_DOUBLINGS));
    var _ = timers.schedule(wait, this::read);
  }

  /** Reads the next page. What comes from now on may not be in it. */
  private synchronized void read() {
    held.clear();
    overflow = false;
    ask(HintPage.CELL, new HintPage.ReadHints(), answer -> tell((HintPage) answer));
  }

  /** Asks a cell of this package. If that fails, everything begins anew after a wait. */
  private void ask(CellId cell, Command command, Consumer<Answer> then) {
    var _ =
        host.ask(cell, command)
            .handle(
                (answer, failure) -> {
                  synchronized (this) {
                    if (failure == null) {
                      then.accept(answer);
                    } else {
                      log.warn("Hints about tasks wait: {}", failure.toString());
                      readLater();
                    }
                  }
                  return command;
                });
  }

  private void tell(HintPage page) {
    var failed = new ArrayList<TaskEffect.Hint>();
    var hints = page.rows().stream().flatMap(row -> row.hints().stream()).toList();
    if (hints.isEmpty()) {
      told(page, failed);
      return;
    }
    pending += hints.size();
    for (var hint : hints) {
      send(
          hint,
          failure -> {
            synchronized (this) {
              pending--;
              if (failure != null) failed.add(hint);
              if (pending == 0) told(page, failed);
            }
          });
    }
  }

  private void told(HintPage page, List<TaskEffect.Hint> failed) {
    if (page.rows().isEmpty()) {
      goLive();
    } else if (failed.isEmpty()) {
      markPage(page);
    } else if (failures + 1 < TRIES) {
      readLater();
    } else {
      ask(HintCell.CELL, new HintCell.KeepHints(failed), _ -> markPage(page));
    }
  }

  private void markPage(HintPage page) {
    var row = page.rows().getLast();
    ask(
        HintCell.CELL,
        new HintCell.Hinted(row.task(), row.seq()),
        _ -> {
          if (page.isLast()) goLive();
          else read();
        });
  }

  /** Everything up to the last page is told. */
  private void goLive() {
    failures = 0;
    if (overflow) {
      read();
      return;
    }
    live = true;
    last = null;
    unmarked = 0;
    for (var row = held.poll(); row != null && live; row = held.poll()) send(row);
    settle();
  }
}
