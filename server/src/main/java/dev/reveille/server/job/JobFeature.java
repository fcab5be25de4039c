package dev.reveille.server.job;

import dev.reveille.server.kernel.CancelJob;
import dev.reveille.server.kernel.EffectPart;
import dev.reveille.server.kernel.Feature;
import dev.reveille.server.kernel.StartJob;
import dev.reveille.server.kernel.Startup;
import dev.reveille.server.observe.Meter;
import dev.reveille.server.store.Store;

/** The feature of jobs. */
public final class JobFeature {
  private JobFeature() {}

  /** Makes the feature of a desk that has all its kinds. Reads which jobs are lost. */
  public static Feature make(JobDesk desk, Store store) {
    desk.findLost(store.reads(JobReads.class));
    var feature =
        Feature.named("jobs")
            .with(
                new EffectPart<>(StartJob.class, desk::start),
                new EffectPart<>(CancelJob.class, desk::cancel),
                new Startup("jobs", desk::tellLost));
    for (var kind : desk.kinds()) {
      var name = "reveille.jobs." + kind;
      feature.with(
          Meter.gauge(name + ".running", "Jobs that run", () -> desk.running(kind)),
          Meter.gauge(name + ".waiting", "Jobs that wait", () -> desk.waiting(kind)));
    }
    return feature.build();
  }
}
