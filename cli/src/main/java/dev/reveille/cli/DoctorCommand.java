package dev.reveille.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "doctor",
    description = "Look for what could be wrong on this machine.",
    footer = {
      "%nExamples:",
      "  reveille doctor",
      "  reveille doctor --url wss://chat.example.org",
      "%nExit code 0 if nothing failed (warnings may stand), 1 if something did."
    })
final class DoctorCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "The server. Default: $$REVEILLE_URL, else " + ServerOptions.DEFAULT_URL + ".")
  @Nullable String url;

  @Option(
      names = "--data-dir",
      paramLabel = "FOLDER",
      description = "The server's data folder. Default: $$DATA_DIR, else the platform's.")
  @Nullable Path dataDir;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      converter = Span.class,
      description = "Default: 3s.")
  Duration timeout = Duration.ofSeconds(3);

  DoctorCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    var server = new ServerOptions();
    server.url = url;
    var data = dataDir == null ? ConfigFolder.data(terminal.env()) : dataDir;
    boolean healthy = true;
    for (var finding :
        new Checkup(terminal.env(), server.uri(terminal), data, timeout).findings()) {
      var mark =
          switch (finding.grade()) {
            case OK -> terminal.green("ok  ");
            case WARN -> terminal.yellow("warn");
            case FAIL -> terminal.red("fail");
          };
      terminal.out().println(mark + "  " + Plain.line(finding.sentence()));
      healthy &= finding.grade() != Checkup.Grade.FAIL;
    }
    return healthy ? Exit.OK.code() : Exit.FAILED.code();
  }
}
