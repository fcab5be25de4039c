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
      "  reveille mcp --identity ada",
      "%nWithout a command it passes messages of MCP on to the server's /mcp, as the identity of"
          + " the token or of the key."
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

  @Option(
      names = {"-i", "--identity"},
      paramLabel = "NAME",
      description = "Sign with the key of this identity instead of showing a token.")
  @Nullable String identity;

  McpCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  static CommandLine group(Terminal terminal) {
    return new CommandLine(new McpCommand(terminal))
        .addSubcommand(new McpInstall(terminal))
        .addSubcommand(new McpUninstall(terminal));
  }

  @Override
  public Integer call() {
    var server = url.uri(terminal.env());
    TokenSource.requireConfidential(server);
    try (var bridge = new McpBridge(ServerPages.of(server, "/mcp"), access(), terminal.out())) {
      bridge.run(terminal.in());
    }
    return Exit.OK.code();
  }

  private McpAccess access() {
    if (identity != null && tokenFile != null) {
      throw new Problem(
          Exit.USAGE, "--token-file takes the place of --identity: give only one of them.");
    }
    if (identity != null) {
      return McpAccess.key(IdentityFile.load(ConfigFolder.identities(terminal.env()), identity));
    }
    return McpAccess.token(
        TokenSource.find(terminal, tokenFile)
            .orElseThrow(
                () ->
                    new Problem(
                        Exit.USAGE,
                        "No token. Make one with: reveille mcp install, or give a file with"
                            + " --token-file, or a key with --identity.")));
  }
}
