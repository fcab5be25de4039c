package dev.reveille.server.kernel;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs each piece of work on a virtual thread of its own. */
public final class ThreadJobs implements Jobs {
  private static final Logger log = LoggerFactory.getLogger(ThreadJobs.class);
  private static final int MOST_CHARACTERS = 500;

  private final Clock clock;
  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

  public ThreadJobs(Clock clock) {
    this.clock = clock;
  }

  @Override
  public Running start(JobKind<?> kind, JobRequest request, Consumer<Outcome> ended) {
    var thread =
        Thread.ofVirtual()
            .name("job " + kind.name())
            .unstarted(
                () -> {
                  Outcome outcome;
                  try {
                    outcome = run(kind, request);
                  } finally {
                    threads.remove(Thread.currentThread());
                  }
                  ended.accept(outcome);
                });
    threads.add(thread);
    thread.start();
    return thread::interrupt;
  }

  private static Outcome run(JobKind<?> kind, JobRequest request) {
    try {
      return new Outcome.Brought(kind.run(request));
    } catch (Exception e) {
      return new Outcome.Threw(words(e));
    } catch (Error e) {
      log.error("A job of kind {} failed badly", kind.name(), e);
      return new Outcome.Threw(words(e));
    }
  }

  private static String words(Throwable e) {
    var text =
        e.getMessage() == null
            ? e.getClass().getSimpleName()
            : e.getClass().getSimpleName() + ": " + e.getMessage();
    return text.length() <= MOST_CHARACTERS ? text : text.substring(0, MOST_CHARACTERS);
  }

  @Override
  public boolean close(Duration most) {
    long end = clock.nanos() + most.toNanos();
    threads.forEach(Thread::interrupt);
    try {
      for (var thread : threads) {
        long left = Math.max(1, end - clock.nanos());
        if (!thread.join(Duration.ofNanos(left))) return false;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
    return true;
  }
}
