package dev.reveille.server.job;

import dev.reveille.server.kernel.JobKind;
import java.util.ArrayDeque;

/**
 * The jobs of one kind: those that run, wait, or have an end to tell. Guarded by the {@link
 * JobDesk}.
 */
final class JobLine {
  final JobKind<?> kind;
  final ArrayDeque<OpenJob> waiting = new ArrayDeque<>();

  /** Threads that work. A job that was cancelled counts until its thread has ended. */
  int running;

  /** Jobs whose end is not told yet. */
  int untold;

  JobLine(JobKind<?> kind) {
    this.kind = kind;
  }

  boolean isFull() {
    return running + waiting.size() + untold >= kind.atOnce() + kind.waiting();
  }

  boolean hasRoom() {
    return running < kind.atOnce();
  }
}
