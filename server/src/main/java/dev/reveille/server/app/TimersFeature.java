package dev.reveille.server.app;

import dev.reveille.server.kernel.Feature;
import dev.reveille.server.kernel.Host;
import dev.reveille.server.kernel.Startup;
import dev.reveille.server.kernel.TimerReads;
import dev.reveille.server.kernel.WallTimers;
import dev.reveille.server.observe.Meter;
import dev.reveille.server.store.Store;

/** The feature of stored timers. The kernel has them, but it knows no meters. */
final class TimersFeature {
  private TimersFeature() {}

  static Feature make(WallTimers timers, Host host, Store store) {
    return Feature.named("timers")
        .with(timers.effects())
        .with(new Startup("stored timers", () -> timers.start(host, store.reads(TimerReads.class))))
        .with(Meter.gauge("reveille.timers.stored", "Stored timers pending", timers::size))
        .build();
  }
}
