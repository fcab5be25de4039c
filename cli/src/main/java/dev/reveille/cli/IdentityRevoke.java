package dev.reveille.cli;

import dev.reveille.client.ClientException;
import dev.reveille.client.KeyOffice;
import dev.reveille.protocol.Certificates;
import dev.reveille.protocol.Identity;
import dev.reveille.protocol.Json;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.Revocation;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "revoke",
    description =
        "End an identity for good: its key is never accepted again, its sessions are closed, and"
            + " nobody can write to it. This cannot be undone. To change only the key, use rotate.",
    footer = {
      "%nExamples:",
      "  reveille identity revoke ada --reason 'laptop lost'",
      "  reveille identity revoke ada --offline     (a certificate to keep for later)",
      "  reveille identity revoke --certificate ada.revocation"
    })
final class IdentityRevoke implements Callable<Integer> {
  private static final long MAX_BYTES = 16 * 1024;

  private final Terminal terminal;

  @Parameters(arity = "0..1", paramLabel = "NAME", description = "Which identity.")
  @Nullable String identity;

  @Option(names = "--reason", paramLabel = "TEXT", description = "Why; the server shows it.")
  String reason = "";

  @Option(names = "--yes", description = "Do not ask.")
  boolean yes;

  @Option(names = "--offline", description = "Only write the certificate; tell no server.")
  boolean offline;

  @Option(
      names = "--certificate",
      paramLabel = "FILE",
      description = "Send this certificate, made before with --offline. Needs no key.")
  @Nullable Path certificate;

  @Mixin final UrlOption url = new UrlOption();

  @Mixin final TimeoutOption timeout = new TimeoutOption();

  IdentityRevoke(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    if ((identity == null) == (certificate == null)) {
      throw new Problem(Exit.USAGE, "Give the NAME of an identity, or a --certificate.");
    }
    if (offline && (certificate != null || url.url != null)) {
      throw new Problem(Exit.USAGE, "--offline excludes --certificate and --url.");
    }
    var office = new KeyOffice(url.uri(terminal.env()), timeout.value());
    if (identity == null) {
      var saved = read(certificate == null ? Path.of("") : certificate);
      confirm("the key of this certificate", "revoke");
      done(office.revoke(saved));
    } else {
      revoke(office, IdentityFile.load(ConfigFolder.identities(terminal.env()), identity));
    }
    return Exit.OK.code();
  }

  private void revoke(KeyOffice office, IdentityFile file) {
    var key = file.identity();
    var made = Revocation.sign(key, reason, System.currentTimeMillis());
    if (Json.read(Certificates.write(made)).flatMap(Certificates::revocation).isEmpty()) {
      throw new Problem(
          Exit.USAGE,
          "A reason has at most " + Revocation.MAX_REASON + " characters, on one line.");
    }
    if (!offline) confirm("@" + key.agentId(), identity == null ? "" : identity);
    var path = file.path().resolveSibling(identity + ".revocation");
    IdentityFile.write(path, json(made));
    terminal.out().println("The certificate is in " + path);
    if (offline) return;
    introduce(office, key);
    done(office.revoke(made));
  }

  /** Shows the server the chain of keys: without it, the server may not know the newest key. */
  private static void introduce(KeyOffice office, Identity key) {
    if (key.rotation().isEmpty()) return;
    try {
      office.rotate(key.rotation());
    } catch (ClientException.Refused e) {
      // The answer to the revocation itself counts.
    }
  }

  private void done(String agent) {
    terminal.out().println(agent + " is revoked: its key will never be accepted again");
  }

  private static String json(Revocation made) {
    return new JsonText()
        .field("type", "REVOKE_KEY")
        .raw("certificate", Certificates.write(made))
        .text();
  }

  private static Revocation read(Path path) {
    try {
      if (Files.size(path) > MAX_BYTES) throw new IOException("too long");
      return Json.read(Files.readString(path))
          .flatMap(json -> Certificates.revocation(json.path("certificate")))
          .orElseThrow(() -> new IOException("no certificate"));
    } catch (IOException e) {
      throw new Problem(Exit.FAILED, path + " cannot be read or is no revocation certificate.", e);
    }
  }

  private void confirm(String what, String word) {
    if (yes) return;
    terminal.err().println("This ends " + what + " for good. It cannot be undone.");
    terminal.err().print("To go on, type " + word + ": ");
    terminal.err().flush();
    var in = new BufferedReader(new InputStreamReader(terminal.in(), StandardCharsets.UTF_8));
    try {
      var line = in.readLine();
      if (line != null && line.strip().equals(word)) return;
    } catch (IOException e) {
      throw new Problem(Exit.FAILED, "The answer cannot be read; use --yes.", e);
    }
    throw new Problem(Exit.FAILED, "Nothing was revoked. To skip the question, use --yes.");
  }
}
