package dev.reveille.bench;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of one scenario at one server.
 *
 * @param count operations in the reported window
 * @param unit what was counted
 * @param serverCpu absent if the system does not report it
 * @param p50Ms latency, where the scenario has one
 * @param heapBytes live bytes after a full collection, where the scenario asks for it
 * @param more further figures of this scenario, by name
 * @param failure why there is no figure, or why it is not reliable
 */
record Result(
    String scenario,
    String server,
    long count,
    String unit,
    double wallSeconds,
    @Nullable CpuTime serverCpu,
    @Nullable CpuTime ownCpu,
    @Nullable Double p50Ms,
    @Nullable Double p99Ms,
    @Nullable Long rssBytes,
    @Nullable Long heapBytes,
    Map<String, Double> more,
    @Nullable String failure) {

  static Result of(Scenario scenario, Target target, MeasuredWindow window, String unit) {
    var rss = target.meter().rssBytes();
    return new Result(
        scenario.label(),
        target.name(),
        window.count(),
        unit,
        window.wallSeconds(),
        window.serverCpu(),
        window.ownCpu(),
        null,
        null,
        rss.isPresent() ? rss.getAsLong() : null,
        null,
        Map.of(),
        null);
  }

  static Result failed(Scenario scenario, String server, String failure) {
    return new Result(
        scenario.label(), server, 0, "", 0, null, null, null, null, null, null, Map.of(), failure);
  }

  Result latency(Histogram histogram) {
    double p50 = histogram.quantile(0.5) / 1e6;
    double p99 = histogram.quantile(0.99) / 1e6;
    return new Result(
        scenario,
        server,
        count,
        unit,
        wallSeconds,
        serverCpu,
        ownCpu,
        p50,
        p99,
        rssBytes,
        heapBytes,
        more,
        failure);
  }

  Result heap(long bytes) {
    return new Result(
        scenario,
        server,
        count,
        unit,
        wallSeconds,
        serverCpu,
        ownCpu,
        p50Ms,
        p99Ms,
        rssBytes,
        bytes,
        more,
        failure);
  }

  Result more(Map<String, Double> figures) {
    return new Result(
        scenario,
        server,
        count,
        unit,
        wallSeconds,
        serverCpu,
        ownCpu,
        p50Ms,
        p99Ms,
        rssBytes,
        heapBytes,
        figures,
        failure);
  }

  double perSecond() {
    return wallSeconds == 0 ? 0 : count / wallSeconds;
  }

  /** Returns operations per second of the server's processor time; absent if that is unknown. */
  @Nullable Double perCpuSecond() {
    if (serverCpu == null || serverCpu.total() == 0) return null;
    return count / serverCpu.total();
  }

  /** Returns the processor time of the server per operation, in microseconds; absent if unknown. */
  @Nullable Double cpuMicrosEach() {
    if (serverCpu == null || count == 0) return null;
    return serverCpu.total() * 1e6 / count;
  }
}
