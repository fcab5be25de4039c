package dev.reveille.cli;

import java.time.Instant;
import java.util.HashMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "report",
    description = "Report what happened to the seats: wakes, reasons, and what needs a person.",
    footer = {
      "%nExamples:",
      "  reveille report --since 22:00",
      "  reveille report --since 8h --markdown > night.md",
      "  reveille report --since 22:00 --json"
    })
final class ReportCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin AdminOptions admin = new AdminOptions();

  @Option(
      names = "--since",
      paramLabel = "TIME",
      converter = PastMoment.class,
      description = "The begin: 22:00, 2026-11-18T03:00:00Z, 8h (ago). Default: 12 hours ago.")
  @Nullable Instant since;

  @Option(names = "--markdown", description = "Print Markdown.")
  boolean markdown;

  ReportCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    if (markdown && admin.json) {
      throw new Problem(Exit.USAGE, "Give --markdown or --json, not both.");
    }
    var query = new HashMap<String, String>();
    if (since != null) query.put("since", Long.toString(since.toEpochMilli()));
    query.put("format", admin.json ? "json" : markdown ? "markdown" : "text");
    var text = new AdminPages(admin, terminal).text("/ops/report", query);
    if (admin.json) terminal.out().println(text);
    else text.lines().forEach(line -> terminal.out().println(Plain.text(line)));
    return Exit.OK.code();
  }
}
