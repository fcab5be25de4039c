package dev.reveille.cli;

import dev.reveille.server.store.FolderHolder;
import dev.reveille.server.store.Occupancy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "down",
    description =
        "Stop the server of a data folder. The server disconnects its agents and stores everything"
            + " that it accepted.",
    footer = {
      "%nExamples:",
      "  reveille down",
      "  reveille down --data-dir ./data --timeout 2m",
      "%nExit code 0 if no server runs afterwards, also if none did; 5 if it still runs after the"
          + " timeout."
    })
final class DownCommand implements Callable<Integer> {
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);

  private final Terminal terminal;

  @Mixin final FolderOptions folder = new FolderOptions();

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      converter = TimeSpan.class,
      description = "How long to wait until the server has ended. Default: 30s.")
  Duration timeout = Duration.ofSeconds(30);

  DownCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    var path = folder.folder(terminal.env());
    return switch (StatusCommand.look(path)) {
      case Occupancy.Free _, Occupancy.Left _ -> {
        terminal.out().println("No server runs with the data folder " + path + ".");
        yield Exit.OK.code();
      }
      case Occupancy.Hidden _ ->
          throw new Problem(
              Exit.FAILED, StatusCommand.hiddenSentence(path) + " Stop it where it was started.");
      case Occupancy.Held(var holder) -> stop(path, holder);
    };
  }

  private int stop(Path path, FolderHolder server) throws InterruptedException {
    if (server.pid() == ProcessHandle.current().pid()) {
      throw new Problem(Exit.FAILED, "The server runs in this very process.");
    }
    // The handle is of the process that has this id now, and signals no later one. So the look
    // that comes after it proves that the handle is the server's.
    var handle = ProcessHandle.of(server.pid());
    if (handle.isPresent() && server.runs() && !handle.get().destroy() && server.runs()) {
      throw new Problem(
          Exit.FAILED,
          "Process "
              + server.pid()
              + " cannot be stopped by you; run this as the user who started it.");
    }
    long from = System.nanoTime();
    while (server.runs()) {
      if (System.nanoTime() - from > timeout.toNanos()) {
        throw new Problem(
            Exit.TIMED_OUT,
            "Process "
                + server.pid()
                + " was told to stop and still runs after "
                + StatusCommand.span(timeout.toSeconds())
                + ". Wait on with: reveille down"
                + folder.again());
      }
      Thread.sleep(BETWEEN_LOOKS);
    }
    terminal.out().println("Stopped process " + server.pid() + " of the data folder " + path + ".");
    return Exit.OK.code();
  }
}
