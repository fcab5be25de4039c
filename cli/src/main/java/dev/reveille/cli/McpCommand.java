package dev.reveille.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Speaks MCP on standard input and output, for clients that start their servers themselves. */
@Command(
    name = "mcp",
    description =
        "Speak MCP on standard input and output, or write the configuration of a coding agent.",
    synopsisSubcommandLabel = "[COMMAND]",
    footer = {
      "%nExamples:",
      "  reveille mcp install claude",
      "  reveille mcp install codex --name ada --user",
      "  reveille mcp --token-file ~/.config/reveille/tokens/ada.token",
      "%nWithout a command it passes messages of MCP on to the server's /mcp, as the identity of"
          + " the token."
    })
final class McpCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin UrlOption url = new UrlOption();

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description =
          "The file with the token. Default: $$REVEILLE_TOKEN, else the file"
              + " $$REVEILLE_TOKEN_FILE.")
  @Nullable Path tokenFile;

  private McpCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  static CommandLine group(Terminal terminal) {
    return new CommandLine(new McpCommand(terminal))
        .addSubcommand(new McpInstall(terminal))
        .addSubcommand(new McpUninstall(terminal));
  }

  @Override
  public Integer call() throws InterruptedException {
    var server = url.uri(terminal.env());
    var token =
        TokenSource.find(terminal, tokenFile)
            .orElseThrow(
                () ->
                    new Problem(
                        Exit.USAGE,
                        "No token. Make one with: reveille mcp install, or give a file with"
                            + " --token-file."));
    TokenSource.requireConfidential(server);
    try (var bridge = new McpBridge(ServerPages.of(server, "/mcp"), token, terminal.out())) {
      bridge.run(terminal.in());
    }
    return Exit.OK.code();
  }
}
