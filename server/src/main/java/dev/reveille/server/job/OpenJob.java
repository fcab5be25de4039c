package dev.reveille.server.job;

import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.JobEnd;
import dev.reveille.server.kernel.JobRequest;
import dev.reveille.server.kernel.Jobs;
import dev.reveille.server.kernel.StartJob;
import dev.reveille.server.kernel.TimerQueue;
import org.jspecify.annotations.Nullable;

/** A job that its owner has not been told the end of. Guarded by the {@link JobDesk}. */
final class OpenJob {
  /** Identifies a job among all that are open. */
  record Key(CellId owner, long number) {}

  final Key key;
  final @Nullable JobRequest request;
  final long limitMillis;

  /** Null if the job never counts: it was refused, or died with an earlier process. */
  @Nullable JobLine line;

  Jobs.@Nullable Running running;

  /** The limit of a job that runs, then the wait until its end is told again. */
  TimerQueue.@Nullable Timer timer;

  /** Null until it is decided how the job ends. */
  @Nullable JobEnd end;

  /** True once nobody needs to be told any more. */
  boolean closed;

  int tries;

  private OpenJob(Key key, @Nullable JobRequest request, long limitMillis) {
    this.key = key;
    this.request = request;
    this.limitMillis = limitMillis;
  }

  static OpenJob of(StartJob start) {
    return new OpenJob(
        new Key(start.owner(), start.number()), start.request(), start.limitMillis());
  }

  /** Returns a job of a process that died. */
  static OpenJob lost(StoredJob stored) {
    var job = new OpenJob(new Key(stored.owner(), stored.number()), null, 0);
    job.end = new JobEnd.Lost(stored.number());
    return job;
  }

  void cancelTimer() {
    var old = timer;
    timer = null;
    if (old != null) {
      var _ = old.cancel();
    }
  }
}
