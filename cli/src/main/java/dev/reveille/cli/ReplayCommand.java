package dev.reveille.cli;

import dev.reveille.protocol.JsonText;
import java.time.Instant;
import java.util.HashMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "replay",
    description = "Make stored decisions about wakes again and show those that are different now.",
    footer = {
      "%nExamples:",
      "  reveille replay",
      "  reveille replay --since 22:00",
      "%nNothing is woken. Exit code 0 if no decision is different, else 1."
    })
final class ReplayCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin AdminOptions admin = new AdminOptions();

  @Option(
      names = "--since",
      paramLabel = "TIME",
      converter = PastMoment.class,
      description = "Only decisions since then: 22:00, 2026-11-18T03:00:00Z, 8h. Default: all.")
  @Nullable Instant since;

  ReplayCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    var query = new HashMap<String, String>();
    if (since != null) query.put("since", Long.toString(since.toEpochMilli()));
    var page = new AdminPages(admin, terminal).json("/ops/replay", query);
    long different = page.path("different").asLong(0);
    if (admin.json) {
      terminal.out().println(JsonText.of(page));
    } else {
      terminal
          .out()
          .println(
              page.path("looked").asLong(0)
                  + " decisions made again, "
                  + different
                  + " different.");
      for (var row : page.path("differences")) {
        terminal
            .out()
            .println(
                Plain.text(
                    Instant.ofEpochMilli(row.path("at").asLong(0))
                        + " "
                        + row.path("seat").asString("")
                        + ": "
                        + row.path("before").asString("")
                        + " ("
                        + row.path("before_reasons").asString("")
                        + ") → "
                        + row.path("now").asString("")
                        + " ("
                        + row.path("now_reasons").asString("")
                        + ")"));
      }
    }
    return different == 0 ? Exit.OK.code() : Exit.FAILED.code();
  }
}
