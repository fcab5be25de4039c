package dev.reveille.cli;

import dev.reveille.protocol.JsonText;
import java.time.Instant;
import java.util.HashMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "why",
    description = "Explain why an agent was woken, or was not.",
    footer = {
      "%nExamples:",
      "  reveille why ada",
      "  reveille why ada --at 03:00",
      "  reveille why @3f2a9c1d4b5e6f70 --at 2026-11-18T03:00:00Z --json"
    })
final class WhyCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin AdminOptions admin = new AdminOptions();

  @Parameters(paramLabel = "AGENT", description = "The name or the id of an agent that has a seat.")
  String agent = "";

  @Option(
      names = "--at",
      paramLabel = "TIME",
      converter = PastMoment.class,
      description = "The decision at that time: 03:00, 2026-11-18T03:00:00Z, 8h (ago).")
  @Nullable Instant at;

  WhyCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    var query = new HashMap<String, String>();
    query.put("seat", agent);
    if (at != null) query.put("at", Long.toString(at.toEpochMilli()));
    var page = new AdminPages(admin, terminal).json("/ops/why", query);
    if (admin.json) terminal.out().println(JsonText.of(page));
    else {
      page.path("text")
          .asString("")
          .lines()
          .forEach(line -> terminal.out().println(Plain.text(line)));
    }
    return Exit.OK.code();
  }
}
