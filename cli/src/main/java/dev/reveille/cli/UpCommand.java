package dev.reveille.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "up",
    description = "Run the server in the foreground, with the embedded store.",
    footer = {
      "%nExamples:",
      "  reveille up",
      "  reveille up --port 7000 --data-dir ./data",
      "%nA flag beats the environment (PORT, HOST, DATA_DIR, REVEILLE_CONFIG), which beats the"
          + " file.",
      "Ctrl-C or SIGTERM stops it cleanly."
    })
final class UpCommand implements Callable<Integer> {
  private final Terminal terminal;
  private final Supplier<ServerLauncher> launcher;

  @Option(names = "--port", paramLabel = "PORT", description = "Default: 6667. 0 = any free one.")
  @Nullable Integer port;

  @Option(names = "--host", paramLabel = "ADDRESS", description = "Default: 127.0.0.1.")
  @Nullable String host;

  @Option(
      names = "--data-dir",
      paramLabel = "FOLDER",
      description = "Where everything is stored. Default: the user's folder for application data.")
  @Nullable Path dataDir;

  @Option(names = "--config", paramLabel = "FILE", description = "A configuration file.")
  @Nullable Path config;

  @Option(
      names = {"-q", "--quiet"},
      description = "Print only the WebSocket URL.")
  boolean quiet;

  UpCommand(Terminal terminal, Supplier<ServerLauncher> launcher) {
    this.terminal = terminal;
    this.launcher = launcher;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (port != null && (port < 0 || port > 65_535)) {
      throw new Problem(Exit.USAGE, "--port is " + port + "; give a number from 0 to 65535.");
    }
    if (config != null && !Files.isReadable(config)) {
      throw new Problem(Exit.FAILED, "Cannot read the configuration file " + config + ".");
    }
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

  private static void unhook(Thread stop) {
    try {
      Runtime.getRuntime().removeShutdownHook(stop);
    } catch (IllegalStateException e) {
      // the process is on its way out: the hook is what stopped the server
    }
  }

  private ServerLauncher.Running start() {
    try {
      return launcher.get().start(Optional.ofNullable(config), flags(), terminal.env());
    } catch (RuntimeException e) {
      var wanted = port != null ? port.toString() : terminal.env().getOrDefault("PORT", "6667");
      throw StartProblem.of(e, wanted);
    }
  }

  Map<String, String> flags() {
    var flags = new LinkedHashMap<String, String>();
    if (port != null) flags.put("PORT", port.toString());
    if (host != null) flags.put("HOST", host);
    if (dataDir != null) flags.put("DATA_DIR", dataDir.toAbsolutePath().toString());
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
    var option = url.equals(ServerOptions.DEFAULT_URL) ? "" : " --url " + url;
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
