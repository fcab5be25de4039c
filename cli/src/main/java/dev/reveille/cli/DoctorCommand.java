package dev.reveille.cli;

import dev.reveille.protocol.JsonText;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "doctor",
    description = "Look for what could be wrong on this machine and with the server.",
    footer = {
      "%nExamples:",
      "  reveille doctor",
      "  reveille doctor --url wss://chat.example.org --json",
      "%nA line says ok, warn (it works, but look at it), fail, or unknown (it could not be"
          + " looked at). Exit code 0 if every line says ok, else 1."
    })
final class DoctorCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description =
          "The server. Default: $$REVEILLE_URL, else the one that runs with the data folder, else "
              + ServerOptions.DEFAULT_URL
              + ".")
  @Nullable String url;

  @Mixin final FolderOptions folder = new FolderOptions();

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      converter = Span.class,
      description = "How long to wait for the server's answer. Default: 3s.")
  Duration timeout = Duration.ofSeconds(3);

  @Option(names = "--json", description = "Print one JSON object.")
  boolean json;

  DoctorCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (!timeout.isPositive()) throw new Problem(Exit.USAGE, "--timeout must be more than 0.");
    if (url != null && url.isBlank()) {
      throw new Problem(Exit.USAGE, "--url is empty; use ws://host:port or wss://host:port.");
    }
    var named = url != null || !terminal.env().getOrDefault("REVEILLE_URL", "").isEmpty();
    var server = new ServerOptions();
    server.url = url;
    var checkup =
        new Checkup(
            terminal.env(),
            named ? server.uri(terminal) : null,
            folder.folder(terminal.env()),
            timeout);
    var findings = checkup.findings();
    boolean healthy = findings.stream().allMatch(f -> f.grade() == Checkup.Grade.OK);
    if (json) terminal.out().println(json(healthy, findings));
    else findings.forEach(this::print);
    return healthy ? Exit.OK.code() : Exit.FAILED.code();
  }

  private void print(Checkup.Finding finding) {
    var mark =
        switch (finding.grade()) {
          case OK -> terminal.green("ok     ");
          case WARN -> terminal.yellow("warn   ");
          case FAIL -> terminal.red("fail   ");
          case UNKNOWN -> terminal.yellow("unknown");
        };
    terminal.out().println(mark + "  " + Plain.line(finding.sentence()));
  }

  private static String json(boolean healthy, List<Checkup.Finding> findings) {
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
