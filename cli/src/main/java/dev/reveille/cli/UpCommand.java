package dev.reveille.cli;

import dev.reveille.server.store.Occupancy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "up",
    description =
        "Run the server with its embedded store, in this terminal until Ctrl-C, or in the background"
            + " with --detach.",
    footer = {
      "%nExamples:",
      "  reveille up",
      "  reveille up --port 7000 --data-dir ./data",
      "  reveille up --detach          # then: reveille status, reveille down",
      "%nAn option overrides the environment (PORT, HOST, DATA_DIR, REVEILLE_CONFIG), and the"
          + " environment overrides the file.",
      "Ctrl-C or SIGTERM stops it cleanly. In the background it logs to LOG_FILE, by default"
          + " reveille.log in the data folder."
    })
final class UpCommand implements Callable<Integer> {
  private final Terminal terminal;
  private final Supplier<ServerLauncher> launcher;

  @Option(names = "--port", paramLabel = "PORT", description = "Default: 6667. 0 = any free one.")
  @Nullable Integer port;

  @Option(names = "--host", paramLabel = "ADDRESS", description = "Default: 127.0.0.1.")
  @Nullable String host;

  @Mixin final FolderOptions folder = new FolderOptions();

  @Option(
      names = {"-d", "--detach"},
      description = "Run in the background; return when the server is ready.")
  boolean detach;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      converter = TimeSpan.class,
      description = "With --detach: how long to wait until the server is ready. Default: 60s.")
  @Nullable Duration timeout;

  @Option(
      names = {"-q", "--quiet"},
      description = "Print only the WebSocket URL.")
  boolean quiet;

  @Option(names = "--mcp-conformance", paramLabel = "FILE", hidden = true)
  @Nullable Path conformance;

  UpCommand(Terminal terminal, Supplier<ServerLauncher> launcher) {
    this.terminal = terminal;
    this.launcher = launcher;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (port != null && (port < 0 || port > 65_535)) {
      throw new Problem(Exit.USAGE, "--port is " + port + "; give a number from 0 to 65535.");
    }
    if (host != null && host.isBlank()) {
      throw new Problem(Exit.USAGE, "--host is empty; name an address to listen on.");
    }
    folder.check();
    if (timeout != null && !detach) throw new Problem(Exit.USAGE, "--timeout needs --detach.");
    TimeoutOption.requirePositive(timeout);
    if (detach) return runDetached();
    var server = start();
    var stop = new Thread(server::close, "reveille-stop");
    Runtime.getRuntime().addShutdownHook(stop);
    try {
      print(server);
      server.awaitStop();
    } finally {
      server.close();
      unhook(stop);
    }
    return Exit.OK.code();
  }

  private int runDetached() throws InterruptedException {
    var path = folder.folder(terminal.env());
    switch (StatusCommand.look(path)) {
      case Occupancy.Free _, Occupancy.Left _ -> {}
      case Occupancy.Hidden _ -> throw new Problem(Exit.FAILED, StatusCommand.hiddenSentence(path));
      case Occupancy.Held(var holder) ->
          throw new Problem(
              Exit.FAILED,
              "A server already runs with the data folder "
                  + path
                  + ": process "
                  + holder.pid()
                  + (holder.chat() == null ? ", which is starting" : " at " + holder.chat())
                  + ". Stop it with: reveille down"
                  + folder.again());
    }
    var log = logFile();
    var server =
        new DetachedServer(terminal, path, log)
            .start(options(), timeout == null ? Duration.ofSeconds(60) : timeout);
    if (quiet) {
      terminal.out().println(server.chat());
      return Exit.OK.code();
    }
    var out = terminal.out();
    out.println(terminal.green("Reveille is up, in the background."));
    out.println(terminal.bold("  WebSocket    ") + server.chat());
    out.println(terminal.bold("  dashboard    ") + server.dashboard());
    out.println(terminal.bold("  data folder  ") + path);
    out.println(terminal.bold("  log          ") + log);
    out.println(terminal.bold("  process      ") + server.pid());
    out.println();
    out.println(terminal.dim("Stop it with: ./reveille down" + folder.again()));
    return Exit.OK.code();
  }

  /** Returns the log file. Fails if a setting is wrong, before anything starts. */
  private Path logFile() {
    try {
      return EmbeddedServer.logFile(Optional.ofNullable(folder.config), flags(), terminal.env());
    } catch (RuntimeException e) {
      throw StartProblem.of(e, "");
    }
  }

  private List<String> options() {
    var options = new ArrayList<String>();
    if (port != null) options.addAll(List.of("--port", port.toString()));
    if (host != null) options.addAll(List.of("--host", host));
    if (folder.dataDir != null) {
      options.addAll(List.of("--data-dir", folder.dataDir.toAbsolutePath().toString()));
    }
    if (folder.config != null) {
      options.addAll(List.of("--config", folder.config.toAbsolutePath().toString()));
    }
    return options;
  }

  private static void unhook(Thread stop) {
    try {
      Runtime.getRuntime().removeShutdownHook(stop);
    } catch (IllegalStateException e) {
      // the process is on its way out: the hook is what stopped the server
    }
  }

  private ServerLauncher.Running start() {
    try {
      return launcher.get().start(Optional.ofNullable(folder.config), flags(), terminal.env());
    } catch (RuntimeException e) {
      var wanted = port != null ? port.toString() : terminal.env().getOrDefault("PORT", "6667");
      throw StartProblem.of(e, wanted);
    }
  }

  Map<String, String> flags() {
    var flags = new LinkedHashMap<String, String>();
    if (port != null) flags.put("PORT", port.toString());
    if (host != null) flags.put("HOST", host);
    if (folder.dataDir != null) flags.put("DATA_DIR", folder.dataDir.toAbsolutePath().toString());
    if (conformance != null) flags.put("MCP_CONFORMANCE", conformance.toAbsolutePath().toString());
    return flags;
  }

  private void print(ServerLauncher.Running server) {
    var out = terminal.out();
    server.warnings().forEach(warning -> terminal.err().println("Warning: " + warning));
    if (quiet) {
      out.println(server.webSocketUri());
      return;
    }
    var url = server.webSocketUri().toString();
    var option = url.equals(UrlOption.DEFAULT_URL) ? "" : " --url " + url;
    out.println(terminal.green("Reveille is up."));
    out.println(terminal.bold("  WebSocket    ") + url);
    out.println(terminal.bold("  dashboard    ") + server.dashboardUri());
    out.println(terminal.bold("  data folder  ") + server.dataFolder());
    out.println(terminal.bold("  process      ") + ProcessHandle.current().pid());
    out.println();
    out.println("In another terminal:");
    out.println("  ./reveille listen '#general'" + option);
    out.println("  ./reveille send '#general' 'hello'" + option);
    out.println();
    out.println(terminal.dim("Ctrl-C stops it."));
  }
}
