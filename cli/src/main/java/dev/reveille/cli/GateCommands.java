package dev.reveille.cli;

import dev.reveille.protocol.JsonText;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** Shows and sets the gate that every wake passes. */
final class GateCommands {
  private static final String PAGE = "/ops/gate";

  private GateCommands() {}

  static CommandLine group(Terminal terminal) {
    return new CommandLine(new Group())
        .addSubcommand(new Show(terminal))
        .addSubcommand(new Reset(terminal))
        .addSubcommand(new Close(terminal));
  }

  @Command(
      name = "gate",
      description = "Show, reset or close the gate that every wake passes.",
      footer = {
        "%nExamples:",
        "  reveille gate show",
        "  reveille gate reset --reason 'the harness is repaired'",
        "  reveille gate close --reason 'maintenance'",
        "%nThe gate trips after three wakes in a row of which nothing was heard. It never resets"
            + " itself."
      })
  static final class Group {}

  private static void print(Terminal terminal, JsonNode gate) {
    terminal
        .out()
        .println(
            Plain.text(
                "The gate is "
                    + gate.path("state").asString("")
                    + " since "
                    + gate.path("at").asString("")
                    + ", set by "
                    + gate.path("actor").asString("")
                    + ": "
                    + gate.path("reason").asString("")));
    var pulse = gate.path("pulse");
    terminal
        .out()
        .println(
            Plain.text(
                "The pulse is "
                    + pulse.path("state").asString("unknown")
                    + ", last at "
                    + pulse.path("last_pulse").asString("never")
                    + "."));
  }

  @Command(
      name = "show",
      description = "Show the gate and the pulse.",
      footer = {"%nExample:", "  reveille gate show", "%nExit code 0 if it is open, else 1."})
  static final class Show implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin AdminOptions admin = new AdminOptions();

    Show(Terminal terminal) {
      this.terminal = terminal;
    }

    @Override
    public Integer call() {
      var gate = new AdminPages(admin, terminal).json(PAGE, Map.of());
      if (admin.json) terminal.out().println(JsonText.of(gate));
      else print(terminal, gate);
      boolean open = gate.path("state").asString("").equals("OPEN");
      return open ? Exit.OK.code() : Exit.FAILED.code();
    }
  }

  /** Sets the gate. */
  abstract static class Setting implements Callable<Integer> {
    private final Terminal terminal;
    private final String state;

    @Mixin AdminOptions admin = new AdminOptions();

    @Option(
        names = "--reason",
        paramLabel = "TEXT",
        required = true,
        description = "Why; it is stored with the gate.")
    String reason = "";

    Setting(Terminal terminal, String state) {
      this.terminal = terminal;
      this.state = state;
    }

    /** True if what waits now is not to wake anybody. */
    boolean setsFence() {
      return false;
    }

    @Override
    public Integer call() {
      if (reason.isBlank()) throw new Problem(Exit.USAGE, "Give a reason with --reason.");
      var body = new JsonText().field("state", state).field("reason", reason);
      if (setsFence()) body.field("fence", true);
      var gate = new AdminPages(admin, terminal).post(PAGE, body.text());
      if (admin.json) terminal.out().println(JsonText.of(gate));
      else print(terminal, gate);
      return Exit.OK.code();
    }
  }

  @Command(
      name = "reset",
      description = "Open the gate.",
      footer = {
        "%nExamples:",
        "  reveille gate reset --reason 'the harness is repaired'",
        "  reveille gate reset --fence --reason 'the backlog of the weekend is not urgent'"
      })
  static final class Reset extends Setting {
    @Option(
        names = "--fence",
        description = "Mail that waits now wakes nobody. It stays unread and is listed.")
    boolean fence;

    @Override
    boolean setsFence() {
      return fence;
    }

    Reset(Terminal terminal) {
      super(terminal, "OPEN");
    }
  }

  @Command(
      name = "close",
      description = "Close the gate: nothing is woken until somebody resets it.",
      footer = {"%nExample:", "  reveille gate close --reason 'maintenance'"})
  static final class Close extends Setting {
    Close(Terminal terminal) {
      super(terminal, "CLOSED");
    }
  }
}
