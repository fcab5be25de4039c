package dev.reveille.server.app;

import dev.reveille.server.edge.ws.Traffic;
import dev.reveille.server.kernel.Failures;
import dev.reveille.server.kernel.Feature;
import dev.reveille.server.kernel.LaneHost;
import dev.reveille.server.kernel.ParkingTimerQueue;
import dev.reveille.server.observe.Facet;
import dev.reveille.server.observe.Meter;
import dev.reveille.server.observe.Series;
import dev.reveille.server.store.Store;
import java.util.function.LongSupplier;

/** The feature of the process itself: its rows and measurements. */
final class ProcessFeature {
  private ProcessFeature() {}

  /** Returns what the plots show of the sockets. */
  static Feature sockets(Traffic traffic) {
    return Feature.of(
        "sockets",
        Facet.of("sockets")
            .withSeries(
                new Series.Rate(
                    "deliveries", "Deliveries per second", "deliveries", traffic::framesOut)));
  }

  /** Returns what the process itself shows and measures: sockets, cells, timers, the store. */
  static Feature of(
      Traffic traffic,
      Store store,
      LaneHost host,
      ParkingTimerQueue timers,
      LongSupplier pageBytes,
      Failures troubles) {
    return Feature.of(
        "process",
        Facet.of("store")
            .withSeries(
                new Series.Durations(
                    "commits", "commit", "Time to commit", store.numbers().commits())),
        Meter.gauge("reveille.connections", "Connections that are up", traffic::open),
        Meter.gauge("reveille.cells", "Cells in memory", host::cells),
        Meter.gauge("reveille.timers", "Timers pending", timers::pending),
        Meter.gauge(
            "reveille.pages.bytes", "Memory taken by pages on their way to sockets", pageBytes),
        Meter.gauge(
            "reveille.store.ok",
            "1 while the store takes writes",
            () -> store.trouble().isEmpty() ? 1 : 0),
        Meter.counter(
            "reveille.failures", "Unexpected failures of the server's parts", troubles::failures),
        Meter.counter("reveille.connections.accepted", "Connections let in", traffic::accepted),
        Meter.counter("reveille.connections.refused", "Connections turned away", traffic::refused),
        Meter.counter("reveille.connections.slow", "Closed for not reading", traffic::closedSlow),
        Meter.counter("reveille.frames.in", "Messages received", traffic::framesIn),
        Meter.counter("reveille.frames.out", "Messages handed to sockets", traffic::framesOut),
        Meter.counter("reveille.bytes.in", "Bytes received", traffic::bytesIn),
        Meter.counter("reveille.bytes.out", "Bytes sent", traffic::bytesOut));
  }
}
