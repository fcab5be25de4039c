package dev.reveille.server.kernel;

import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The work queue of one cell, and the cell's life: load, handle, wait for a call, reload after a
 * refusal.
 */
/*
 * At most one drain runs at a time (the flag `running`), so the cell itself needs no lock. The
 * lane's monitor guards the queue and the bookkeeping. It is never held while the cell works or
 * another lane is called.
 *
 * If a required unit is refused, the incarnation that made it is spoiled. The lane then stops
 * handling work until everything that it submitted is settled. The committer also refuses all of
 * the lane's units after the refused one. Then the lane forgets the cell and loads a new one under
 * the next incarnation. So the new cell reads exactly what is durable, and no seq is skipped.
 */
final class Lane {
  private static final Logger log = LoggerFactory.getLogger(Lane.class);

  /** The number of commands that a lane handles before other lanes get their turn. */
  private static final int TURN = 64;

  /**
   * A piece of work for the cell.
   *
   * @param caller waits for the answer, if a cell made a call
   * @param asker waits for the answer, if somebody asked from outside any cell
   * @param done becomes durable with the units of the last step, if the command was delivered
   */
  record Work(
      Command command,
      @Nullable Caller caller,
      @Nullable CompletableFuture<Answer> asker,
      @Nullable Write done) {}

  /**
   * The caller's end of a call. It is answered once, and only while its lane still waits for this
   * number.
   *
   * @param incarnation of the calling cell; a later incarnation does not know this call
   * @param ifUndone the step of the calling cell if the call is refused after it was answered
   */
  record Caller(Lane lane, long number, long incarnation, Function<Answer, Step> ifUndone) {
    boolean mustKnow() {
      return !ifUndone.equals(Step.NOTHING_TO_UNDO);
    }
  }

  /**
   * Reports that a call of this lane's cell was refused after its answer. It never leaves the lane.
   */
  private record Undone(Caller caller, Answer answer) implements Command {}

  /** The submitted units of one piece of work that are not settled yet. */
  private static final class Pending {
    private final Work work;
    private @Nullable Answer answer;
    private int units;
    private @Nullable Refusal refusal;

    private Pending(Work work) {
      this.work = work;
    }
  }

  private final LaneHost host;
  private final CellId id;

  /** Used only by the running drain. */
  private @Nullable Cell cell;

  private @Nullable Pending current;

  /** The fields from here on are guarded by this lane's monitor. */
  private final ArrayDeque<Work> queue = new ArrayDeque<>(1); // most lanes are idle: room for one

  private final ArrayDeque<Pending> unsettled = new ArrayDeque<>(1);
  private boolean running;
  private boolean retired;
  private boolean spoiled;
  private long incarnation;
  private long calls;

  /**
   * The number of this lane's calls that may still be undone. While it is above 0, the lane is not
   * forgotten.
   */
  private int undoable;

  private boolean waiting;
  private @Nullable Answer answered;
  private long lastUsed;

  Lane(LaneHost host, CellId id) {
    this.host = host;
    this.id = id;
    incarnation = host.nextIncarnation();
  }

  CellId id() {
    return id;
  }

  /** Adds work. False if this lane is retired; the caller must look up the new lane. */
  boolean offer(Work work) {
    synchronized (this) {
      if (retired) return false;
      queue.add(work);
      if (!canStart()) return true;
      running = true;
    }
    if (work.caller() != null && host.callsRunInPlace()) drain();
    else host.execute(this::drain);
    return true;
  }

  private boolean canStart() {
    if (running || (spoiled && !unsettled.isEmpty())) return false;
    return waiting ? answered != null : !queue.isEmpty();
  }

  private void drain() {
    for (int turn = 0; turn < TURN; turn++) {
      Work work = null;
      Answer answer = null;
      Pending abandoned = null;
      synchronized (this) {
        lastUsed = host.now();
        if (spoiled && unsettled.isEmpty()) abandoned = reload();
        if (abandoned == null) {
          if (!canContinue()) {
            running = false;
          } else if (waiting) {
            answer = answered;
            answered = null;
            waiting = false;
          } else {
            work = queue.poll();
          }
        }
      }
      if (abandoned != null) {
        // The drain is still running here. So no other work comes before this failure is reported,
        // and the lane is not forgotten.
        fail(abandoned, new Refusal(id + " was loaded again"));
        continue;
      }
      if (answer == null && work == null) return;
      if (answer != null) resume(answer);
      else if (work != null) begin(work);
    }
    host.execute(this::drain);
  }

  private boolean canContinue() {
    if (spoiled) return false;
    return waiting ? answered != null : !queue.isEmpty();
  }

  /**
   * Forgets the spoiled cell, since everything that it submitted is settled. Returns the work that
   * is dropped.
   */
  private @Nullable Pending reload() {
    spoiled = false;
    incarnation = host.nextIncarnation();
    cell = null;
    waiting = false;
    answered = null;
    var abandoned = current;
    current = null;
    return abandoned;
  }

  private void begin(Work work) {
    if (work.command() instanceof Undone(var caller, _) && caller.incarnation() != incarnation) {
      return;
    }
    var pending = new Pending(work);
    try {
      var owner = cell;
      if (owner == null || owner.isLoadedEachTime()) {
        owner = host.load(id);
        cell = owner;
      }
      advance(
          pending,
          work.command() instanceof Undone(var caller, var answer)
              ? caller.ifUndone().apply(answer)
              : owner.handle(work.command()));
    } catch (RuntimeException | Error e) {
      crash(pending, e);
    }
  }

  private void resume(Answer answer) {
    var pending = current;
    var owner = cell;
    current = null;
    if (pending == null || owner == null) return;
    try {
      advance(pending, owner.resume(pending.work.command(), answer));
    } catch (RuntimeException | Error e) {
      crash(pending, e);
    }
  }

  private void advance(Pending pending, Step step) {
    var call = step.call();
    var done = pending.work.done();
    if (done == null || call != null) {
      for (var unit : step.units()) submit(pending, host.withTells(id, unit));
    } else {
      submit(pending, host.withTells(id, Unit.joined(step.units(), done)));
    }
    if (call != null) {
      Caller caller;
      synchronized (this) {
        waiting = true;
        caller = new Caller(this, ++calls, incarnation, call.ifUndone());
        if (caller.mustKnow()) undoable++;
      }
      current = pending;
      host.offer(call.to(), new Work(call.command(), caller, null, null));
      return;
    }
    finish(pending, step.answer());
  }

  private void submit(Pending pending, Unit unit) {
    long life;
    synchronized (this) {
      unsettled.add(pending);
      pending.units++;
      life = incarnation;
    }
    host.submit(new Committer.Submission(id, life, unit));
  }

  private void finish(Pending pending, @Nullable Answer answer) {
    var work = pending.work;
    if (work.caller() != null) {
      var said = answer == null ? new Unavailable(id + " did not answer") : answer;
      work.caller().lane().answer(work.caller().number(), said);
    }
    if (work.asker() == null && work.caller() == null) return;
    synchronized (this) {
      pending.answer = answer == null ? new Unavailable(id + " did not answer") : answer;
      if (pending.units > 0) return;
    }
    complete(pending);
  }

  private void answer(long number, Answer answer) {
    synchronized (this) {
      if (!waiting || number != calls) return;
      answered = answer;
      if (!canStart()) return;
      running = true;
    }
    host.execute(this::drain);
  }

  /**
   * Records that a unit of this lane is settled. Units are settled in the order of their
   * submission.
   */
  void settled(Committer.Settled settled) {
    boolean refused = settled.refusal() != null;
    Pending done;
    boolean start;
    synchronized (this) {
      done = unsettled.remove();
      done.units--;
      if (refused) {
        done.refusal = settled.refusal();
        if (settled.submission().incarnation() == incarnation) spoiled = true;
      }
      start = spoiled ? !running && unsettled.isEmpty() : canStart();
      if (start) running = true;
      if (done.units > 0 || done.answer == null) done = null;
    }
    if (done != null) complete(done);
    if (start) host.execute(this::drain);
  }

  /** Ends a piece of work that is answered and whose units are all settled. */
  private void complete(Pending done) {
    var answer = done.answer;
    if (answer == null) return;
    var asker = done.work.asker();
    var caller = done.work.caller();
    if (done.refusal != null) {
      if (asker != null) asker.completeExceptionally(done.refusal);
      if (caller != null && caller.mustKnow()) {
        caller.lane().offer(new Work(new Undone(caller, answer), null, null, null));
      }
    } else if (asker != null) {
      asker.complete(answer);
    }
    if (caller != null) caller.lane().callIsOver(caller);
  }

  /** Records that this lane's call can no longer be undone. */
  private void callIsOver(Caller caller) {
    if (!caller.mustKnow()) return;
    synchronized (this) {
      undoable--;
    }
  }

  /**
   * Forgets the cell, because it threw or could not be loaded. Everybody who waits for the work
   * gets an answer.
   */
  private void crash(Pending pending, Throwable e) {
    log.error("{} failed on {}", id, pending.work.command().getClass().getSimpleName(), e);
    fail(pending, new Refusal(id + " failed: " + e.getMessage(), e));
    synchronized (this) {
      spoiled = true;
    }
  }

  /** Reports to the caller, the asker or the session that the work failed. */
  private void fail(Pending pending, Refusal refusal) {
    var work = pending.work;
    var effects = work.command().unhandled();
    if (work.caller() != null) {
      work.caller().lane().answer(work.caller().number(), new Unavailable(refusal.toString()));
      work.caller().lane().callIsOver(work.caller());
    } else if (!effects.isEmpty() && work.done() == null) {
      synchronized (this) {
        pending.refusal = refusal;
        pending.answer = new Unavailable(refusal.toString());
      }
      submit(pending, Unit.bestEffort(List.of(), effects, effects));
    } else if (work.asker() != null) {
      work.asker().completeExceptionally(refusal);
    }
  }

  synchronized boolean isQuiet() {
    return !running && queue.isEmpty() && unsettled.isEmpty() && !waiting && undoable == 0;
  }

  /**
   * Retires this lane if it was idle for that long, or if its cell is finished. True if it takes no
   * more work and may be forgotten.
   */
  boolean retire(long now, long idleNanos) {
    synchronized (this) {
      if (!isQuiet()) return false;
      var owner = cell;
      boolean finished = owner != null && (owner.isFinished() || owner.isLoadedEachTime());
      if (!finished && now - lastUsed < idleNanos) return false;
      retired = owner == null || owner.mayUnload();
      return retired;
    }
  }
}
