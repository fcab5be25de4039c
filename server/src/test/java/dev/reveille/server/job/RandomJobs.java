package dev.reveille.server.job;

import dev.reveille.server.kernel.CancelJob;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.EndJob;
import dev.reveille.server.kernel.JobRequest;
import dev.reveille.server.kernel.StartJob;
import dev.reveille.server.kernel.Write;
import java.util.List;
import java.util.SplittableRandom;

/** Makes writes of jobs, for tests that compare stores. */
public final class RandomJobs {
  private record Nothing() implements JobRequest {}

  private RandomJobs() {}

  public static Write any(SplittableRandom random, List<String> owners) {
    var owner = new CellId("seat", owners.get(random.nextInt(owners.size())));
    long number = random.nextInt(60);
    return switch (random.nextInt(3)) {
      case 0 -> new EndJob(owner, number);
      case 1 -> new CancelJob(owner, number);
      default -> new StartJob(owner, number, "work", new Nothing(), 0);
    };
  }
}
