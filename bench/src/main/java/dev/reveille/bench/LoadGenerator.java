package dev.reveille.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Measures a server that already runs; its limits must be off. */
public final class LoadGenerator {
  private LoadGenerator() {}

  public static void main(String[] args) {
    System.exit(run(args));
  }

  private static int run(String... args) {
    try {
      var options = Options.parse(args);
      if (options.help()) {
        System.out.println(Options.USAGE);
        return 0;
      }
      var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), options.port());
      var target = new Target(address, new ProcessMeter(options.pid()), options.bare());
      var results = new ArrayList<Result>();
      for (var scenario : options.scenarios()) {
        if (scenario.ownsProcess() || (options.bare() && !scenario.fanOut())) continue;
        results.add(measure(scenario, target, options));
      }
      System.out.println(Report.markdown(results, List.of()));
      writeJson(results, List.of(), options);
      return results.stream().anyMatch(r -> r.failure() != null) ? 1 : 0;
    } catch (BenchException e) {
      System.err.println(e.getMessage());
      return 1;
    }
  }

  /** Runs a scenario. An error of the server becomes a failed result, not an exception. */
  static Result measure(Scenario scenario, Target target, Options options) {
    System.err.println("… " + scenario.label() + " at " + target.name());
    try {
      return switch (scenario) {
        case FAN_OUT_200 -> new FanOut(scenario, 1, 200).measure(target, options);
        case FAN_OUT_1000 -> new FanOut(scenario, 1, 1000).measure(target, options);
        case FAN_OUT_20_1000 -> new FanOut(scenario, 20, 1000).measure(target, options);
        case ROOMS_1 -> Rooms.standard(1).measure(scenario, target, options);
        case ROOMS_8 -> Rooms.standard(8).measure(scenario, target, options);
        case DM -> RoundTrip.measure(scenario, target, options);
        case CONNECT -> new Connecting(scenario, 1000).measure(target, options);
        case IDLE_1000 -> new Idle(scenario, 1000).measure(target, options);
        case IDLE_10000 -> new Idle(scenario, 10_000).measure(target, options);
        case CALLBACKS_PENDING -> new PendingCallbacks(scenario, 20_000, 50).measure(options);
        case CALLBACKS_LATE -> Lateness.standard(scenario).measure(target, options);
        case CALLBACKS_BURST -> Burst.standard(scenario).measure(target, options);
        case SLEEPERS -> new SleepingCrowd(scenario, 100_000, 50).measure();
        case TASKS_1 -> new WholeTasks(64, 1).measure(scenario, target, options);
        case TASKS_8 -> new WholeTasks(64, 8).measure(scenario, target, options);
        case PENDING_WAITS -> new PendingListeners(scenario, 200).measure(target, options);
        case START, COMMANDS, RESTART ->
            throw new BenchException("needs to start the server: use Bench");
      };
    } catch (RuntimeException e) {
      return Result.failed(scenario, target.name(), String.valueOf(e.getMessage()));
    }
  }

  static void writeJson(List<Result> results, List<Bars.Bar> bars, Options options) {
    var file = options.json().orElse("");
    if (file.isEmpty()) return;
    var json = Report.json(results, bars);
    if (file.equals("-")) {
      System.out.println(json);
      return;
    }
    try {
      Files.writeString(Path.of(file), json);
    } catch (IOException e) {
      throw new BenchException("cannot write " + file + ": " + e.getMessage(), e);
    }
  }
}
