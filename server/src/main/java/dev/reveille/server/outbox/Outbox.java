package dev.reveille.server.outbox;

import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.DurableCommand;
import dev.reveille.server.kernel.DurableTells;
import dev.reveille.server.kernel.Failures;
import dev.reveille.server.kernel.Host;
import dev.reveille.server.kernel.Tell;
import dev.reveille.server.kernel.TimerQueue;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.store.Store;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers durable tells, from their commit until they are handled.
 *
 * <p>The rows of the store are the truth; the hints after commits only say where to look. Tells
 * from one cell to another are delivered one at a time, each after the effect of the one before is
 * durable. Different pairs of cells do not wait for each other, but only {@link #IN_FLIGHT} tells
 * are under way at once. A tell that fails is tried again after a wait that grows, and those behind
 * it wait too.
 */
/*
 * A tell whose key is never used again is delivered from memory: its hint has the command. Its row
 * is still the truth. So a line may do that only if it knows every row of its cells: it was made by
 * a hint, after the scan at the start, and since then nothing failed and nothing was left out.
 * Otherwise it reads the rows.
 *
 * A line is a pair of cells that may have tells. It is in exactly one of these places: `ready`, at
 * work (counted by `active`), or waiting for its timer. A hint for a known line only sets its flag
 * `more`. A line that finds no rows ends, unless the flag was set since it looked.
 *
 * Memory is bounded by MOST_LINES. A pair that finds no room is left to a later scan of the store
 * (`missed`). If there is no room, a failing line gives up its place, so failing pairs cannot keep
 * others out for ever.
 */
public final class Outbox implements DurableTells {
  static final int IN_FLIGHT = 256;
  static final int MOST_LINES = 20_000;
  private static final int PAGE = 500;
  private static final Duration SCAN_WAIT = Duration.ofSeconds(10);

  /** A line that failed this often is shown by health. */
  private static final int SHOWN_AFTER = 3;

  static final String PART = "Delivering what cells told each other";
  private static final Logger log = LoggerFactory.getLogger(Outbox.class);

  /**
   * The platform of an outbox.
   *
   * @param executor runs what reads the store, with any number of threads
   */
  public record Ports(
      Clock clock,
      Store store,
      Host host,
      TimerQueue timers,
      Executor executor,
      Failures troubles) {}

  private final Ports ports;
  private final int mostLines;
  private final DurableCommands commands = new DurableCommands();

  /* The fields from here on are guarded by this monitor. */
  private final Map<CellPair, OutboxLine> lines = new HashMap<>();
  private final ArrayDeque<OutboxLine> ready = new ArrayDeque<>();
  private int active;
  private int stuck;
  private boolean missed;

  /**
   * True until everything that an earlier process left was looked for, and while that is done
   * again.
   */
  private boolean scanning = true;

  public Outbox(Ports ports) {
    this(ports, MOST_LINES);
  }

  Outbox(Ports ports, int mostLines) {
    this.ports = ports;
    this.mostLines = mostLines;
  }

  /** Adds the commands of the features. Call it before the first tell. */
  public void add(List<DurableCommand> more) {
    commands.add(more);
  }

  /** Begins to deliver what was stored before the process started. Does not wait for it. */
  public void start() {
    ports.executor().execute(() -> scan(null));
  }

  /** Returns the number of pairs of cells that are known to have tells. */
  public synchronized int lines() {
    return lines.size();
  }

  /** Returns the number of pairs of cells whose oldest tell failed several times. */
  public synchronized int stuck() {
    return stuck;
  }

  @Override
  public Write store(CellId sender, Tell tell) {
    var command = tell.command();
    var key = tell.key();
    if (key == null) throw new IllegalStateException("a tell without a key is not durable");
    return new StoreTell(
        new CellPair(sender, tell.to()),
        key,
        tell.once(),
        commands.name(command),
        commands.json(command),
        ports.clock().wallMillis());
  }

  @Override
  public void stored(CellId sender, Tell tell) {
    notice(new CellPair(sender, tell.to()), tell);
    dispatch();
  }

  /**
   * Makes a line for the pair if it has none. False if there is no room.
   *
   * @param tell what was stored just now; null if that is not known
   */
  private synchronized boolean notice(CellPair cells, @Nullable Tell tell) {
    var known = lines.get(cells);
    if (known != null) {
      known.more = true;
      known.take(tell);
      return true;
    }
    if (lines.size() >= mostLines) {
      miss();
      return false;
    }
    var line = new OutboxLine(this, cells, !scanning && !missed);
    line.take(tell);
    lines.put(cells, line);
    ready.add(line);
    return true;
  }

  /** Leaves a pair to a scan, because there is no room for it. */
  private void miss() {
    missed = true;
    if (scanning) return;
    scanning = true;
    scanLater(null);
  }

  /** Starts lines, as many as may be under way. */
  private void dispatch() {
    while (true) {
      OutboxLine next;
      Tell tell = null;
      synchronized (this) {
        if (active >= IN_FLIGHT || ready.isEmpty()) return;
        next = ready.remove();
        next.more = false;
        if (next.isInMemory()) {
          tell = next.poll();
          if (tell == null) {
            lines.remove(next.cells);
            continue;
          }
        }
        active++;
      }
      if (tell != null) next.deliver(tell);
      else ports.executor().execute(next::work);
    }
  }

  /** The line has delivered a tell from memory. */
  void delivered(OutboxLine line) {
    synchronized (this) {
      active--;
      ready.add(line);
    }
    dispatch();
  }

  /** Looks for pairs with tells, a page at a time, as long as there is room for them. */
  private void scan(@Nullable CellPair after) {
    try {
      var page = ports.store().reads(OutboxReads.class).waiting(after, PAGE);
      var last = after;
      for (var cells : page) {
        if (!notice(cells, null)) {
          dispatch();
          scanLater(last);
          return;
        }
        last = cells;
      }
      dispatch();
      if (!page.isEmpty()) {
        var place = last;
        ports.executor().execute(() -> scan(place));
        return;
      }
      synchronized (this) {
        scanning = missed;
        missed = false;
        if (!scanning) return;
      }
      scanLater(null);
    } catch (RuntimeException | Error e) {
      log.warn("Stored tells could not be read; the next try comes", e);
      scanLater(after);
    }
  }

  private void scanLater(@Nullable CellPair after) {
    var _ = ports.timers().schedule(SCAN_WAIT, () -> ports.executor().execute(() -> scan(after)));
  }

  /** The line has done a page of its work: others get their turn. */
  void goOn(OutboxLine line) {
    synchronized (this) {
      active--;
      ready.add(line);
    }
    dispatch();
  }

  /** The line found no rows. */
  void end(OutboxLine line) {
    works(line);
    synchronized (this) {
      active--;
      if (line.more) ready.add(line);
      else lines.remove(line.cells);
    }
    dispatch();
  }

  /** A tell of the line was handled. */
  synchronized void works(OutboxLine line) {
    if (line.tries >= SHOWN_AFTER) ports.troubles().show(PART, --stuck > 0);
    line.tries = 0;
  }

  /** The line's oldest tell was not handled. It is tried again after a wait. */
  void failed(OutboxLine line, Throwable why) {
    boolean stays;
    synchronized (this) {
      active--;
      line.readFromNowOn();
      if (++line.tries == SHOWN_AFTER) {
        stuck++;
        log.warn(
            "{} cannot be told what {} told it; it is tried again: {}",
            line.cells.receiver(),
            line.cells.sender(),
            why.toString());
      }
      stays = lines.size() < mostLines;
      if (!stays) {
        if (line.tries >= SHOWN_AFTER) stuck--;
        lines.remove(line.cells);
        miss();
      }
      ports.troubles().show(PART, stuck > 0);
    }
    if (stays) {
      var _ = ports.timers().schedule(line.delay(), () -> again(line));
    }
    dispatch();
  }

  private void again(OutboxLine line) {
    synchronized (this) {
      ready.add(line);
    }
    dispatch();
  }

  Ports ports() {
    return ports;
  }

  DurableCommands commands() {
    return commands;
  }
}
