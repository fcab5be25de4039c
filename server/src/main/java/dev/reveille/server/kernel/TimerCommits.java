package dev.reveille.server.kernel;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees every unit on its way to the store and back, so that {@link WallTimers} knows what is
 * decided about a timer and what is durable. A unit without {@link TimerWrite} passes untouched.
 */
final class TimerCommits implements Committer {
  private static final Logger log = LoggerFactory.getLogger(TimerCommits.class);

  private final Committer committer;
  private final WallTimers timers;

  TimerCommits(Committer committer, WallTimers timers) {
    this.committer = committer;
    this.timers = timers;
  }

  @Override
  public void listener(Listener listener) {
    committer.listener(
        batch -> {
          settled(batch);
          listener.settled(batch);
        });
  }

  @Override
  public void submit(Submission submission) {
    var writes = submission.unit().writes();
    for (int i = 0; i < writes.size(); i++) {
      if (writes.get(i) instanceof TimerWrite write) timers.submitted(write.timer());
    }
    committer.submit(submission);
  }

  private void settled(List<Settled> batch) {
    for (int i = 0; i < batch.size(); i++) {
      var settled = batch.get(i);
      var writes = settled.submission().unit().writes();
      for (int j = 0; j < writes.size(); j++) {
        if (writes.get(j) instanceof TimerWrite write) settled(write, settled.refusal() == null);
      }
    }
  }

  private void settled(TimerWrite write, boolean stored) {
    try {
      timers.settled(write, stored);
    } catch (RuntimeException | Error e) {
      log.error("{} is stored, but not set in this process", write.timer(), e);
    }
  }
}
