package dev.reveille.cli;

import dev.reveille.protocol.TokenMessages;
import dev.reveille.protocol.TokenText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Takes out what {@code mcp install} wrote. */
@Command(
    name = "uninstall",
    description = "Take Reveille out of a client's configuration, and revoke its token.",
    footer = {
      "%nExamples:",
      "  reveille mcp uninstall claude",
      "  reveille mcp uninstall codex --name ada --user --keep-token",
      "%nThe identity and its mailbox stay: reveille token revoke --identity NAME ends those."
    })
final class McpUninstall implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin HarnessOptions options = new HarnessOptions();

  @Option(names = "--keep-token", description = "Do not revoke the token.")
  boolean keep;

  McpUninstall(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    var file = options.file(terminal);
    if (!options.yes
        && !Question.isAgreed(
            terminal,
            "Take the server reveille out of "
                + file.path()
                + (keep ? "?" : " and revoke its token?"))) {
      terminal.err().println("Nothing was changed.");
      return Exit.FAILED.code();
    }
    boolean found = Files.exists(file.path()) && file.uninstall();
    terminal
        .out()
        .println(
            found
                ? "The server reveille is taken out of " + file.path() + "."
                : file.path() + " has no entry of Reveille.");
    var tokenFile = options.tokenFile(terminal);
    if (!keep && Files.exists(tokenFile)) revoke(tokenFile);
    return Exit.OK.code();
  }

  private void revoke(Path tokenFile) {
    var token = TokenSource.find(terminal, tokenFile).orElseThrow();
    var id = TokenText.parse(token).orElseThrow().id();
    options.admin.order(terminal, new TokenMessages.RevokeToken(id));
    try {
      Files.delete(tokenFile);
    } catch (IOException e) {
      throw new Problem(Exit.FAILED, "Cannot remove " + tokenFile + ".", e);
    }
    terminal.out().println("Its token is revoked.");
  }
}
