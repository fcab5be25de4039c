package dev.reveille.server.kernel;

import java.util.Objects;

/**
 * A kind of job: work that blocks, such as a model call, a process or an HTTP request.
 *
 * @param name in lower-case letters and underscores; metrics show it
 * @param takes the class of its requests
 * @param atOnce how many jobs of this kind run at the same time
 * @param waiting how many more may wait for their turn; further ones are refused
 * @param work runs on a thread of its own. An interrupt asks it to stop
 */
public record JobKind<Q extends JobRequest>(
    String name, Class<Q> takes, int atOnce, int waiting, Work<Q> work) implements Contribution {

  /** Does the work of a job. What it throws becomes {@link JobEnd.Failed}. */
  public interface Work<Q> {
    JobResult run(Q request) throws Exception;
  }

  public JobKind {
    if (!name.matches("[a-z][a-z_]*")) throw new IllegalArgumentException("no name: " + name);
    if (atOnce < 1 || waiting < 0) throw new IllegalArgumentException("no limits of " + name);
  }

  JobResult run(JobRequest request) throws Exception {
    return Objects.requireNonNull(work.run(takes.cast(request)), "a job has a result");
  }

  @Override
  public String owns() {
    return "job " + name;
  }
}
