package dev.reveille.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The command line of the bench programs: scenario names and {@code --name value} pairs. */
final class Options {
  static final String USAGE =
      """
      Usage: bench [options] [scenario…]
      Scenarios (default: all): start, commands, fan-out (fan-out-1x200, fan-out-1x1000, fan-out-20x1000),
        rooms (rooms-1, rooms-8), dm, connect, idle (idle-1000, idle-10000), restart,
        callbacks (callbacks-pending, callbacks-late, callbacks-burst), sleepers,
          tasks (tasks-1, tasks-8), inbox (pending-waits), all
      Alone: csma, an example: five agents and one question, answered at once or after a look
      Alone: mcp-listeners, 200 agents that listen by MCP: the CPU of silence, and how soon they hear
      Alone: first-minute, what a server that was just started costs: lonely direct messages,
        bursts of messages, memory with 5,000 connections (--rounds times; compares builds)
      Options:
        --seconds N       length of a measured window (5)
        --rounds N        windows per scenario; the median is reported (3)
        --warmup N        seconds of load before the first window (10)
        --in-flight N     unanswered messages per fan-out sender (1)
        --content N       bytes of a message's content (64)
        --loops N         event loops of the generator (1)
        --messages N      stored messages before the restart (1000000)
        --questions N     how often csma asks, each time in a room of its own (20)
        --json FILE       write the results as JSON as well (- = standard output)
        --work-dir DIR    where data folders and logs go: must be a real disk (bench/target)
        --repo DIR        where ./reveille is (found upward from here)
        --java-command C  starts the server in place of ./reveille; "up --port …" is appended
        --part NAME       for first-minute: only dm, bursts or idle
        --against C,C…    for first-minute: commands that start other servers, measured in turns
        --strict          exit with 2 if a bar is missed
      Only for LoadGenerator, which measures a server that already runs:
        --port N          its port on 127.0.0.1 (6667)
        --pid N           its process id, for CPU and memory
        --bare            it is the bare server: no IDENTIFY, no JOIN
      """;

  private static final Set<String> FLAGS = Set.of("--strict", "--bare", "--help");
  private static final Set<String> VALUES =
      Set.of(
          "--seconds",
          "--rounds",
          "--warmup",
          "--in-flight",
          "--content",
          "--loops",
          "--messages",
          "--questions",
          "--json",
          "--work-dir",
          "--repo",
          "--java-command",
          "--against",
          "--part",
          "--port",
          "--pid");

  private final Map<String, String> values;
  private final Set<Scenario> scenarios;

  private Options(Map<String, String> values, Set<Scenario> scenarios) {
    this.values = values;
    this.scenarios = scenarios;
  }

  /**
   * Reads the arguments.
   *
   * @throws BenchException with a sentence for the person who typed them
   */
  static Options parse(String... args) {
    var values = new HashMap<String, String>();
    var scenarios = EnumSet.noneOf(Scenario.class);
    var rest = new ArrayList<>(Arrays.asList(args));
    while (!rest.isEmpty()) {
      var word = rest.removeFirst();
      int equals = word.indexOf('=');
      var name = word.startsWith("--") && equals > 0 ? word.substring(0, equals) : word;
      if (FLAGS.contains(word)) {
        values.put(word, "true");
      } else if (VALUES.contains(name)) {
        if (equals < 0 && rest.isEmpty()) throw new BenchException(name + " needs a value");
        values.put(name, equals > 0 ? word.substring(equals + 1) : rest.removeFirst());
      } else {
        var named = Scenario.named(word);
        if (named.isEmpty()) throw new BenchException("unknown option or scenario: " + word);
        scenarios.addAll(named);
      }
    }
    var options = new Options(values, scenarios);
    options.check();
    return options;
  }

  private void check() {
    seconds();
    rounds();
    warmup();
    inFlight();
    contentLength();
    loops();
    messages();
    questions();
    port();
    pid();
  }

  boolean help() {
    return values.containsKey("--help");
  }

  boolean strict() {
    return values.containsKey("--strict");
  }

  boolean bare() {
    return values.containsKey("--bare");
  }

  Set<Scenario> scenarios() {
    return scenarios.isEmpty() ? EnumSet.allOf(Scenario.class) : EnumSet.copyOf(scenarios);
  }

  int seconds() {
    return number("--seconds", 5, 1, 3600);
  }

  int rounds() {
    return number("--rounds", 3, 1, 100);
  }

  int warmup() {
    return number("--warmup", 10, 0, 3600);
  }

  int inFlight() {
    return number("--in-flight", 1, 1, 10_000);
  }

  int contentLength() {
    return number("--content", 64, 24, 1_000_000);
  }

  int loops() {
    return number("--loops", 1, 1, 64);
  }

  int messages() {
    return number("--messages", 1_000_000, 1, 100_000_000);
  }

  int questions() {
    return number("--questions", 20, 1, 200);
  }

  int port() {
    return number("--port", 6667, 0, 65_535);
  }

  /** Returns the value, or 0 if it is not given. */
  int pid() {
    return number("--pid", 0, 0, Integer.MAX_VALUE);
  }

  Optional<String> json() {
    return Optional.ofNullable(values.get("--json"));
  }

  Optional<Path> workDir() {
    return Optional.ofNullable(values.get("--work-dir")).map(Path::of);
  }

  Optional<Path> repo() {
    return Optional.ofNullable(values.get("--repo")).map(Path::of);
  }

  /** Returns the words of {@code --java-command}; a word cannot hold spaces. */
  Optional<List<String>> javaCommand() {
    return Optional.ofNullable(values.get("--java-command"))
        .map(c -> List.of(c.strip().split("\\s+", -1)));
  }

  /** Returns the words of each command of {@code --against}; empty if it is not given. */
  List<List<String>> against() {
    var text = values.get("--against");
    if (text == null) return List.of();
    return Arrays.stream(text.split(",", -1))
        .map(c -> List.of(c.strip().split("\\s+", -1)))
        .toList();
  }

  /** Returns the only part of the first minute to measure; empty for all. */
  Optional<String> part() {
    return Optional.ofNullable(values.get("--part"));
  }

  private int number(String name, int otherwise, int min, int max) {
    var text = values.get(name);
    if (text == null) return otherwise;
    try {
      int value = Integer.parseInt(text);
      if (value >= min && value <= max) return value;
    } catch (NumberFormatException e) {
      // The sentence below covers it.
    }
    throw new BenchException(name + " must be a number from " + min + " to " + max + ": " + text);
  }
}
