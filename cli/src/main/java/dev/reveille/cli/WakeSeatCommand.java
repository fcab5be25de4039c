package dev.reveille.cli;

import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.WakeOrders;
import java.util.HashMap;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

@Command(
    name = "wake",
    description = "Wake an agent that has a seat, and say what was decided.",
    footer = {
      "%nExamples:",
      "  reveille wake ada",
      "  reveille wake ada --override",
      "%nIt is decided as every wake is: one obstacle is enough for a no. The cooldown for the same"
          + " work and a crash loop do not count for it; with --override the gate does not either."
    })
final class WakeSeatCommand implements Callable<Integer> {
  private static final int TRIES = 30;
  private static final long PAUSE_MILLIS = 100;

  private final Terminal terminal;

  @Mixin AdminOptions admin = new AdminOptions();
  @Mixin SeatCommands.SeatAgent seat = new SeatCommands.SeatAgent();

  @Option(names = "--override", description = "Wake it although the gate is closed.")
  boolean override;

  WakeSeatCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    var before = decision();
    var _ = admin.order(terminal, new WakeOrders.WakeSeat(seat.value(), override));
    for (int i = 0; i < TRIES; i++) {
      var now = decision();
      if (now.isPresent() && isAnswer(now.get(), before)) return say(now.get());
      pause();
    }
    terminal.warn(
        "It was asked for, and nothing is decided yet. See: reveille why " + seat.value());
    return Exit.FAILED.code();
  }

  /** Returns the newest decision about the seat; empty if there is none yet. */
  private Optional<JsonNode> decision() {
    var query = new HashMap<String, String>();
    query.put("seat", seat.value());
    try {
      return Optional.of(new AdminPages(admin, terminal).json("/ops/why", query));
    } catch (Problem e) {
      return Optional.empty();
    }
  }

  private static boolean isAnswer(JsonNode now, Optional<JsonNode> before) {
    if (now.path("reasons").findValuesAsString("name").stream().noneMatch("ASKED"::equals)) {
      return false;
    }
    return before.isEmpty()
        || now.path("n").asLong() != before.get().path("n").asLong()
        || now.path("times").asLong() != before.get().path("times").asLong();
  }

  private int say(JsonNode decision) {
    if (admin.json) terminal.out().println(JsonText.of(decision));
    else {
      decision
          .path("text")
          .asString("")
          .lines()
          .forEach(line -> terminal.out().println(Plain.text(line)));
    }
    boolean isWoken = !decision.path("action").asString("").equals("NONE");
    return isWoken ? Exit.OK.code() : Exit.FAILED.code();
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
