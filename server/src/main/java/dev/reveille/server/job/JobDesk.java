package dev.reveille.server.job;

import dev.reveille.server.kernel.CancelJob;
import dev.reveille.server.kernel.EndJob;
import dev.reveille.server.kernel.Host;
import dev.reveille.server.kernel.JobEnd;
import dev.reveille.server.kernel.JobKind;
import dev.reveille.server.kernel.Jobs;
import dev.reveille.server.kernel.StartJob;
import dev.reveille.server.kernel.TimerQueue;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts the jobs of all cells within the limits of their kinds, and tells each end to its owner.
 *
 * <p>Jobs of one kind start in the order of their commits. An end that the owner cannot handle now,
 * because it or the store fails, is told again after a growing wait. A cancelled job keeps its
 * place among the running ones until its thread has ended.
 */
public final class JobDesk {
  private static final Logger log = LoggerFactory.getLogger(JobDesk.class);

  /** The most lost jobs that are told at the same time. Each may load a cell. */
  private static final int LOST_AT_ONCE = 32;

  private static final int PAGE = 500;
  private static final long LONGEST_LIMIT_MILLIS = Duration.ofDays(365).toMillis();
  private static final Duration FIRST_WAIT = Duration.ofSeconds(1);
  private static final int MOST_DOUBLINGS = 6;

  private final Host host;
  private final TimerQueue timers;
  private final Jobs jobs;

  /* Guarded by this. */
  private final Map<String, JobLine> lines = new LinkedHashMap<>();
  private final Map<OpenJob.Key, OpenJob> open = new HashMap<>();
  private final ArrayDeque<OpenJob> lost = new ArrayDeque<>();
  private boolean stopped;

  public JobDesk(Host host, TimerQueue timers, Jobs jobs) {
    this.host = host;
    this.timers = timers;
    this.jobs = jobs;
  }

  /** Adds kinds. Call it before the first job starts. */
  public synchronized void add(Collection<? extends JobKind<?>> kinds) {
    for (var kind : kinds) lines.put(kind.name(), new JobLine(kind));
  }

  /**
   * Finds the jobs that an earlier process left behind. Call it once, before any cell is told
   * anything: a job that is noted later is not lost.
   */
  public synchronized void findLost(JobReads reads) {
    for (var page = reads.after(null, PAGE);
        !page.isEmpty();
        page = reads.after(page.getLast(), PAGE)) {
      page.stream().map(OpenJob::lost).forEach(lost::add);
    }
    for (var job : lost) open.put(job.key, job);
    if (!lost.isEmpty()) log.debug("{} jobs ended with an earlier process", lost.size());
  }

  /** Tells the owners of the jobs that were found to be lost. */
  public void tellLost() {
    for (int i = 0; i < LOST_AT_ONCE; i++) tellNextLost();
  }

  private void tellNextLost() {
    OpenJob next;
    synchronized (this) {
      next = lost.poll();
    }
    if (next != null) tell(next);
  }

  /** Starts a job that was noted. Never blocks. */
  void start(StartJob start) {
    var job = OpenJob.of(start);
    synchronized (this) {
      if (stopped) return;
      // The note of an earlier job with this number is gone, or this one could not be noted.
      var earlier = open.put(job.key, job);
      if (earlier != null) drop(earlier);
      var line = lines.get(start.kind());
      if (line != null && !line.isFull()) {
        job.line = line;
        line.waiting.add(job);
        runWaiting(line);
        return;
      }
      job.end =
          new JobEnd.Refused(
              start.number(),
              line == null
                  ? "There are no jobs of kind " + start.kind()
                  : "Too many jobs of kind " + start.kind() + " run and wait");
    }
    tell(job);
  }

  /** Runs what waits, as far as there is room. The caller holds the monitor. */
  private void runWaiting(JobLine line) {
    while (line.hasRoom()) {
      var job = line.waiting.poll();
      if (job == null || job.request == null) return;
      // It cannot end before the monitor is free.
      job.running = jobs.start(line.kind, job.request, outcome -> ended(line, job, outcome));
      line.running++;
      if (job.limitMillis > 0) {
        var limit = Duration.ofMillis(Math.min(job.limitMillis, LONGEST_LIMIT_MILLIS));
        job.timer = timers.schedule(limit, () -> late(job));
      }
    }
  }

  private void ended(JobLine line, OpenJob job, Jobs.Outcome outcome) {
    synchronized (this) {
      line.running--;
      if (stopped) return;
      runWaiting(line);
      if (job.closed || job.end != null) return;
      decide(
          job,
          switch (outcome) {
            case Jobs.Outcome.Brought(var result) -> new JobEnd.Done(job.key.number(), result);
            case Jobs.Outcome.Threw(var reason) -> new JobEnd.Failed(job.key.number(), reason);
          });
    }
    tell(job);
  }

  private void late(OpenJob job) {
    synchronized (this) {
      if (stopped || job.closed || job.end != null) return;
      var reason = "It took longer than " + job.limitMillis + " ms";
      decide(job, new JobEnd.Failed(job.key.number(), reason));
      if (job.running != null) job.running.interrupt();
    }
    tell(job);
  }

  private void decide(OpenJob job, JobEnd end) {
    job.cancelTimer();
    job.end = end;
    if (job.line != null) job.line.untold++;
  }

  /** Interrupts a job whose note is removed. Nothing is told. Never blocks. */
  synchronized void cancel(CancelJob cancel) {
    var job = open.get(new OpenJob.Key(cancel.owner(), cancel.number()));
    if (job != null) drop(job);
  }

  private void drop(OpenJob job) {
    close(job);
    if (job.line != null && job.line.waiting.remove(job)) return;
    if (job.running != null && job.end == null) job.running.interrupt();
  }

  private void close(OpenJob job) {
    job.closed = true;
    job.cancelTimer();
    open.remove(job.key, job);
    if (job.end != null && job.line != null) job.line.untold--;
  }

  private void tell(OpenJob job) {
    JobEnd end;
    synchronized (this) {
      end = stopped || job.closed ? null : job.end;
    }
    if (end == null) return;
    var key = job.key;
    var _ =
        host.deliver(key.owner(), end, new EndJob(key.owner(), key.number()))
            .whenComplete((_, failure) -> told(job, failure));
  }

  private void told(OpenJob job, @Nullable Throwable failure) {
    boolean first;
    synchronized (this) {
      if (stopped) return;
      first = job.tries++ == 0;
      if (!job.closed) {
        if (failure == null) close(job);
        else job.timer = timers.schedule(wait(job.tries), () -> tell(job));
      }
    }
    if (failure != null && first) {
      log.warn("{} could not handle the end of its job; it is told again", job.key.owner());
    }
    if (first && job.end instanceof JobEnd.Lost) tellNextLost();
  }

  /** Returns 1, 2, 4 … 64 seconds. */
  private static Duration wait(int tries) {
    return FIRST_WAIT.multipliedBy(1L << Math.min(tries - 1, MOST_DOUBLINGS));
  }

  /**
   * Interrupts all jobs and waits for their threads, at most this long. Their notes stay, so their
   * owners are told at the next start.
   */
  public void stop(Duration most) {
    int left;
    synchronized (this) {
      if (stopped) return;
      stopped = true;
      open.values().forEach(OpenJob::cancelTimer);
      left = lines.values().stream().mapToInt(line -> line.running).sum();
    }
    if (!jobs.close(most)) {
      log.warn("Of {} running jobs some did not stop within {} s", left, most.toSeconds());
    }
  }

  synchronized long running(String kind) {
    var line = lines.get(kind);
    return line == null ? 0 : line.running;
  }

  synchronized long waiting(String kind) {
    var line = lines.get(kind);
    return line == null ? 0 : line.waiting.size();
  }

  synchronized List<String> kinds() {
    return List.copyOf(lines.keySet());
  }
}
