package dev.reveille.cli;

import dev.reveille.client.ClientException;
import dev.reveille.client.KeyOffice;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.Identity;
import dev.reveille.protocol.KeyChange;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/*
 * The new key is in its file before the server hears of it. Whatever breaks in between, the file can
 * prove both: that the agent is who it was, and that the key is its own. The other way round a
 * moment without power would cost the agent its id. Only when the server surely changed nothing is
 * the old file put back.
 */
@Command(
    name = "rotate",
    description =
        "Change an identity's key. The agent keeps its id, its mailbox and its channels; the old"
            + " key is of no use any more.",
    footer = {
      "%nExamples:",
      "  reveille identity rotate ada",
      "  reveille identity rotate ada --offline",
      "%nPrograms that are connected with the old key are disconnected: start them again."
    })
final class IdentityRotate implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(arity = "0..1", paramLabel = "NAME", description = "Default: cli.")
  String identity = ServerOptions.DEFAULT_IDENTITY;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "The server. Default: $$REVEILLE_URL, else " + ServerOptions.DEFAULT_URL + ".")
  @Nullable String url;

  @Option(
      names = "--offline",
      description = "Tell no server; it learns of the new key when the agent next connects.")
  boolean offline;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      converter = Span.class,
      description = "How long to wait for an answer: 10, 500ms, 2m. Default: 10 seconds.")
  @Nullable Duration timeout;

  IdentityRotate(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    if (offline && url != null) {
      throw new Problem(Exit.USAGE, "--offline and --url exclude each other.");
    }
    var server = new ServerOptions();
    server.url = url;
    server.timeout = timeout;
    var office = new KeyOffice(server.uri(terminal), server.timeout());
    var folder = ConfigFolder.identities(terminal.env());
    try (var _ = IdentityLock.take(folder, identity)) {
      var old = IdentityFile.load(folder, identity);
      var changed = changed(old);
      boolean kept = old.keepAside();
      changed.replace();
      if (offline) {
        terminal.out().println(summary(changed) + "; no server was told");
        terminal.out().println("The old key is kept in " + old.aside());
      } else {
        tell(office, old, changed, kept);
      }
      return Exit.OK.code();
    }
  }

  private static IdentityFile changed(IdentityFile old) {
    if (old.identity().rotation().size() >= KeyChange.MAX_CHAIN) {
      throw new Problem(
          Exit.FAILED,
          "An identity can change its key "
              + KeyChange.MAX_CHAIN
              + " times, and this one has; make a new one with: reveille identity new NAME");
    }
    return old.with(old.identity().rotatedTo(Identity.generate(), System.currentTimeMillis()));
  }

  /** {@code kept}: the copy of the old key was made by this run. */
  private void tell(KeyOffice office, IdentityFile old, IdentityFile changed, boolean kept) {
    try {
      office.rotate(changed.identity().rotation());
      old.forgetAside();
      terminal.out().println(summary(changed));
    } catch (ClientException.Refused e) {
      if (e.is(ErrorCode.AGENT_NOT_FOUND)) {
        terminal.out().println(summary(changed) + "; the server does not know the agent yet");
        terminal.out().println("The old key is kept in " + old.aside());
        return;
      }
      putBack(old, kept);
      throw e;
    } catch (ClientException.CannotConnect e) {
      putBack(old, kept);
      throw new Problem(
          Exit.CANNOT_CONNECT,
          e.getMessage() + " The key is as it was. --offline changes it without the server.",
          e);
    } catch (ClientException e) {
      terminal.warn(
          "Whether the server took the new key is not known. It is in "
              + changed.path()
              + " and will be shown to the server at the next connection; the old one is kept in "
              + old.aside()
              + ".");
      throw e;
    }
  }

  private static void putBack(IdentityFile old, boolean kept) {
    old.replace();
    if (kept) old.forgetAside();
  }

  private static String summary(IdentityFile file) {
    return "@" + file.identity().agentId() + " has a new key in " + file.path();
  }
}
