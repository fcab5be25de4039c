package dev.reveille.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Compares what was measured with the targets that the server must reach. */
final class Bars {

  /**
   * One target.
   *
   * @param met absent if it was not measured
   */
  record Bar(String promise, String limit, String measured, @Nullable Boolean met) {}

  private final List<Result> results;
  private final List<Bar> bars = new ArrayList<>();

  private Bars(List<Result> results) {
    this.results = results;
  }

  static List<Bar> of(List<Result> results) {
    var all = new Bars(results);
    all.atLeast(
        "fan-out 20→1000, deliveries per server CPU-second against the bare server",
        60,
        "%.0f %%",
        all.fanOutPercent());
    all.atLeast(
        "durable accepted messages per server CPU-second, 500 senders in 100 rooms, 1 in flight",
        15_000,
        "%,.0f",
        all.of(Scenario.ROOMS_1, Result::perCpuSecond));
    all.atLeast(
        "the same, 8 in flight", 15_000, "%,.0f", all.of(Scenario.ROOMS_8, Result::perCpuSecond));
    all.atMost("DM round trip p50", 3, "%.2f ms", all.of(Scenario.DM, Result::p50Ms));
    all.atMost(
        "heap per idle connection at 10,000",
        4096,
        "%,.0f bytes",
        all.of(Scenario.IDLE_10000, r -> r.more().get("heap bytes per connection")));
    all.below("RSS of an empty server", 120, "%.0f MB", all.of(Scenario.START, Bars::rssMegabytes));
    all.below(
        "1,000 agents connect, identify and join: server CPU",
        4,
        "%.2f s",
        all.of(Scenario.CONNECT, r -> r.serverCpu() == null ? null : r.serverCpu().total()));
    all.below(
        "restart with the stored messages",
        3,
        "%.2f s",
        all.of(Scenario.RESTART, Result::wallSeconds));
    all.below(
        "start of an empty server", 1.5, "%.2f s", all.of(Scenario.START, Result::wallSeconds));
    all.below(
        "a short command (send), launcher included, median",
        300,
        "%.0f ms",
        all.more(Scenario.COMMANDS, "send wall ms"));
    all.below(
        "the bridge for MCP, launcher included, until its first answer, median",
        500,
        "%.0f ms",
        all.more(Scenario.COMMANDS, ShortCommands.BRIDGE + " wall ms"));
    all.callbacks();
    all.atMost(
        "100,000 sleepers with 50 messages each",
        85,
        "%.0f MB",
        all.more(Scenario.SLEEPERS, "MB in all"));
    all.atLeast(
        "whole tasks (create, claim, complete) per server CPU-second, of plain messages, 1 in flight",
        1.0 / 6,
        "%.3f",
        all.more(Scenario.TASKS_1, WholeTasks.RATIO));
    all.atLeast(
        "the same, 8 in flight", 1.0 / 6, "%.3f", all.more(Scenario.TASKS_8, WholeTasks.RATIO));
    all.below(
        "stored → answered, one message that 200 agents wait for with PENDING, p99",
        50,
        "%.1f ms",
        all.of(Scenario.PENDING_WAITS, Result::p99Ms));
    return List.copyOf(all.bars);
  }

  private void callbacks() {
    below(
        "set one callback with 1,000,000 pending, median",
        1000,
        "%,.0f ns",
        more(Scenario.CALLBACKS_PENDING, "insert p50 ns"));
    below(
        "cancel one, median", 1000, "%,.0f ns", more(Scenario.CALLBACKS_PENDING, "cancel p50 ns"));
    below(
        "heap of a pending callback beyond its payload",
        64,
        "%.1f bytes",
        more(Scenario.CALLBACKS_PENDING, "heap bytes each beyond payload"));
    below(
        "callbacks late with 100,000 pending, p99",
        20,
        "%.1f ms",
        of(Scenario.CALLBACKS_LATE, Result::p99Ms));
    atMost("callbacks that came early", 0, "%.0f", more(Scenario.CALLBACKS_LATE, "early"));
    atMost(
        "chat p99 later while 50,000 callbacks are due",
        50,
        "%.1f ms",
        more(Scenario.CALLBACKS_BURST, "chat p99 ms more in a burst"));
  }

  private Optional<Double> more(Scenario scenario, String figure) {
    return of(scenario, r -> r.more().get(figure));
  }

  private Optional<Double> fanOutPercent() {
    var ours = find(Scenario.FAN_OUT_20_1000, "reveille").map(Result::perCpuSecond);
    var bare = find(Scenario.FAN_OUT_20_1000, "bare").map(Result::perCpuSecond);
    return ours.flatMap(o -> bare.map(b -> 100 * o / b));
  }

  private static @Nullable Double rssMegabytes(Result result) {
    return result.rssBytes() == null ? null : result.rssBytes() / 1e6;
  }

  private Optional<Double> of(Scenario scenario, Function<Result, @Nullable Double> figure) {
    return find(scenario, "reveille").map(figure);
  }

  private Optional<Result> find(Scenario scenario, String server) {
    return results.stream()
        .filter(r -> r.scenario().equals(scenario.label()) && r.server().equals(server))
        .filter(r -> r.failure() == null)
        .findFirst();
  }

  private void atLeast(String promise, double limit, String format, Optional<Double> measured) {
    add(promise, "≥ ", limit, format, measured, measured.map(m -> m >= limit));
  }

  private void atMost(String promise, double limit, String format, Optional<Double> measured) {
    add(promise, "≤ ", limit, format, measured, measured.map(m -> m <= limit));
  }

  private void below(String promise, double limit, String format, Optional<Double> measured) {
    add(promise, "< ", limit, format, measured, measured.map(m -> m < limit));
  }

  private void add(
      String promise,
      String sign,
      double limit,
      String format,
      Optional<Double> measured,
      Optional<Boolean> met) {
    bars.add(
        new Bar(
            promise,
            sign + String.format(Locale.ROOT, format, limit),
            measured.map(m -> String.format(Locale.ROOT, format, m)).orElse("not measured"),
            met.orElse(null)));
  }
}
