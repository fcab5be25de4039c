package dev.reveille.cli;

import dev.reveille.client.ClientBuilder;
import dev.reveille.protocol.Names;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say which agent a command connects as. */
final class IdentityOption {
  static final String DEFAULT_IDENTITY = "cli";

  /** Differs from the default identity, so that @cli means one agent while a guest listens. */
  private static final String GUEST_NAME = "guest";

  @Option(
      names = {"-i", "--identity"},
      paramLabel = "NAME",
      description =
          "Connect with the key of this identity. Default for commands that send: cli, made on"
              + " first use. Commands that only read connect as a guest.")
  @Nullable String identity;

  @Option(names = "--name", paramLabel = "NAME", description = "The agent's name for this session.")
  @Nullable String name;

  @Option(names = "--ephemeral", description = "Connect without a key, as a guest.")
  boolean ephemeral;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description =
          "Connect with the token in this file. Default without --identity and --ephemeral: the"
              + " value of $$REVEILLE_TOKEN, else the file named by $$REVEILLE_TOKEN_FILE.")
  @Nullable Path tokenFile;

  /** Gives the builder the agent's name and, unless it is a guest, its key or token. */
  ClientBuilder apply(ClientBuilder builder, URI uri, Terminal terminal, ConnectAs usual) {
    if (ephemeral && identity != null) {
      throw new Problem(Exit.USAGE, "--ephemeral and --identity exclude each other.");
    }
    boolean chosen = ephemeral || identity != null;
    if (chosen && tokenFile != null) {
      throw new Problem(
          Exit.USAGE, "--token-file takes the place of --identity and --ephemeral: give only one.");
    }
    var token = chosen ? Optional.<String>empty() : TokenSource.find(terminal, tokenFile);
    if (token.isPresent()) {
      TokenSource.requireConfidential(uri);
      if (name != null) builder.name(agentName(name));
      return builder.token(token.get());
    }
    if (ephemeral || (identity == null && usual == ConnectAs.GUEST)) {
      return builder.name(agentName(GUEST_NAME));
    }
    var file = identityFile(terminal);
    return builder.name(agentName(file.name())).identity(file.identity());
  }

  /** True if the command connects without a key and without a token. */
  boolean isGuest(Terminal terminal, ConnectAs usual) {
    if (ephemeral) return true;
    return usual == ConnectAs.GUEST
        && identity == null
        && TokenSource.find(terminal, tokenFile).isEmpty();
  }

  /**
   * Returns the id of the identity, with {@code @}; empty if a token says who the agent is, so that
   * only the server knows.
   */
  Optional<String> localId(Terminal terminal) {
    if (ephemeral) throw new Problem(Exit.USAGE, "A guest has no mail; use an identity.");
    if (identity == null && TokenSource.find(terminal, tokenFile).isPresent()) {
      return Optional.empty();
    }
    return Optional.of("@" + identityFile(terminal).identity().agentId());
  }

  private String agentName(String usual) {
    var chosen = name == null ? usual : name;
    if (!Names.isName(chosen)) throw IdentityFile.notAnAgentName(chosen);
    return chosen;
  }

  private IdentityFile identityFile(Terminal terminal) {
    var folder = ConfigFolder.identities(terminal.env());
    var file =
        identity == null || identity.equals(DEFAULT_IDENTITY)
            ? IdentityFile.loadOrCreate(folder, DEFAULT_IDENTITY)
            : IdentityFile.load(folder, identity);
    try {
      if (IdentityFile.isOpenToOthers(file.path())) {
        terminal.warn(
            "Other users can read the identity file; run: chmod 600 '" + file.path() + "'");
      }
    } catch (IOException e) {
      throw new Problem(Exit.FAILED, "Cannot read the permissions of " + file.path() + ".", e);
    }
    return file;
  }
}
