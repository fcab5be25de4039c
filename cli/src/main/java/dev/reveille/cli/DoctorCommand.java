package dev.reveille.cli;

import dev.reveille.protocol.JsonText;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "doctor",
    description = "Check this machine and the server for problems.",
    footer = {
      "%nExamples:",
      "  reveille doctor",
      "  reveille doctor --url wss://chat.example.org --json",
      "%nWithout --url and $REVEILLE_URL it checks the server that runs with the data folder.",
      "Each line says ok, warn (it works, but look at it), fail, or unknown (the check was not"
          + " possible). Exit code 0 if every line says ok, else 1."
    })
final class DoctorCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin final UrlOption url = new UrlOption();

  @Mixin final FolderOptions folder = new FolderOptions();

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      converter = TimeSpan.class,
      description = "How long to wait for the server's answer. Default: 3s.")
  Duration timeout = Duration.ofSeconds(3);

  @Option(names = "--json", description = "Print one JSON object.")
  boolean json;

  DoctorCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    TimeoutOption.requirePositive(timeout);
    if (url.url != null && url.url.isBlank()) {
      throw new Problem(Exit.USAGE, "--url is empty; " + UrlOption.ADVICE);
    }
    var checks =
        new DoctorChecks(
            terminal.env(),
            url.isSet(terminal.env()) ? url.uri(terminal.env()) : null,
            folder.folder(terminal.env()),
            timeout);
    var findings = checks.findings();
    boolean healthy = findings.stream().allMatch(f -> f.grade() == DoctorChecks.Grade.OK);
    if (json) terminal.out().println(json(healthy, findings));
    else findings.forEach(this::print);
    return healthy ? Exit.OK.code() : Exit.FAILED.code();
  }

  private void print(DoctorChecks.Finding finding) {
    var mark =
        switch (finding.grade()) {
          case OK -> terminal.green("ok     ");
          case WARN -> terminal.yellow("warn   ");
          case FAIL -> terminal.red("fail   ");
          case UNKNOWN -> terminal.yellow("unknown");
        };
    terminal.out().println(mark + "  " + Plain.line(finding.sentence()));
  }

  private static String json(boolean healthy, List<DoctorChecks.Finding> findings) {
    var all =
        findings.stream()
            .map(
                finding ->
                    new JsonText(128)
                        .field("check", finding.check())
                        .field("grade", finding.grade().name().toLowerCase(Locale.ROOT))
                        .field("text", finding.sentence())
                        .text())
            .collect(Collectors.joining(",", "[", "]"));
    return new JsonText().field("healthy", healthy).raw("findings", all).text();
  }
}
