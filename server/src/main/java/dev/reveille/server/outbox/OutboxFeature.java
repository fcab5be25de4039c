package dev.reveille.server.outbox;

import dev.reveille.server.kernel.Feature;
import dev.reveille.server.kernel.Startup;
import dev.reveille.server.observe.Meter;

/** Durable tells: what the outbox contributes to the server. */
public final class OutboxFeature {
  private OutboxFeature() {}

  public static Feature make(Outbox outbox) {
    return Feature.of(
        "outbox",
        new Startup("outbox", outbox::start),
        Meter.gauge(
            "reveille.outbox.pairs", "Pairs of cells with durable tells under way", outbox::lines),
        Meter.gauge(
            "reveille.outbox.stuck",
            "Pairs of cells whose oldest durable tell cannot be delivered",
            outbox::stuck));
  }
}
