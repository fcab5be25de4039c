package dev.reveille.cli;

import dev.reveille.client.ClientException;
import dev.reveille.client.KeyOffice;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.Identity;
import dev.reveille.protocol.KeyChange;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/*
 * The file gets the new key before the server gets it. If something breaks in between, the file can
 * still prove who the agent is and that the new key is its own. In the other order, a power loss
 * could cost the agent its id. The old file is put back only if the server certainly changed nothing.
 */
@Command(
    name = "rotate",
    description =
        "Change an identity's key. The agent keeps its id, its mailbox and its channels; the old"
            + " key no longer works.",
    footer = {
      "%nExamples:",
      "  reveille identity rotate ada",
      "  reveille identity rotate ada --offline",
      "%nPrograms that are connected with the old key are disconnected: start them again."
    })
final class IdentityRotate implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(arity = "0..1", paramLabel = "NAME", description = "Default: cli.")
  String identity = IdentityOption.DEFAULT_IDENTITY;

  @Mixin final UrlOption url = new UrlOption();

  @Option(
      names = "--offline",
      description = "Tell no server. A server learns the new key when the agent next connects.")
  boolean offline;

  @Mixin final TimeoutOption timeout = new TimeoutOption();

  IdentityRotate(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    if (offline && url.url != null) {
      throw new Problem(Exit.USAGE, "--offline and --url exclude each other.");
    }
    var office = new KeyOffice(url.uri(terminal.env()), timeout.value());
    var folder = ConfigFolder.identities(terminal.env());
    try (var _ = IdentityLock.take(folder, identity)) {
      var old = IdentityFile.load(folder, identity);
      var changed = changed(old);
      boolean kept = old.keepOldKey();
      changed.replace();
      if (offline) {
        terminal.out().println(summary(changed) + "; no server was told");
        terminal.out().println("The old key is kept in " + old.oldKeyPath());
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
      old.deleteOldKey();
      terminal.out().println(summary(changed));
    } catch (ClientException.Refused e) {
      if (e.is(ErrorCode.AGENT_NOT_FOUND)) {
        terminal.out().println(summary(changed) + "; the server does not know the agent yet");
        terminal.out().println("The old key is kept in " + old.oldKeyPath());
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
              + old.oldKeyPath()
              + ".");
      throw e;
    }
  }

  private static void putBack(IdentityFile old, boolean kept) {
    old.replace();
    if (kept) old.deleteOldKey();
  }

  private static String summary(IdentityFile file) {
    return "@" + file.identity().agentId() + " has a new key in " + file.path();
  }
}
