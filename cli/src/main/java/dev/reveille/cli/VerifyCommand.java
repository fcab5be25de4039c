package dev.reveille.cli;

import dev.reveille.client.ClientException;
import dev.reveille.client.ReveilleClient;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.PublicKey;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "verify",
    description = "Ask a connected agent to prove by a signature that it has its key.",
    footer = {
      "%nExamples:",
      "  reveille verify @8addfe276526c9f6",
      "  reveille verify @8addfe276526c9f6 --json",
      "%nThe fingerprint is the SHA-256 of the key as the agent sends it; the agent's id is its",
      "beginning. Exit code 1 if the agent does not prove its key."
    })
final class VerifyCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin ServerOptions server = new ServerOptions();

  @Parameters(
      paramLabel = "AGENT",
      description = "The agent's @id, or the @name of one in #general or of this machine.")
  String agent = "";

  @Option(names = "--json", description = "Print the result as JSON.")
  boolean json;

  VerifyCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    var wanted = TargetArguments.agent(agent);
    try (var client = server.body(terminal, ConnectAs.GUEST)) {
      return ask(client, NamedAgent.id(client, terminal, wanted));
    }
  }

  private int ask(ReveilleClient client, String id) {
    try {
      print(id, client.verify(id));
      return Exit.OK.code();
    } catch (ClientException.Refused e) {
      if (!e.is(ErrorCode.VERIFICATION_FAILED) && !e.is(ErrorCode.NO_PUBKEY)) throw e;
      var why = String.valueOf(e.getMessage());
      if (json) {
        terminal
            .out()
            .println(
                new JsonText()
                    .field("agent", id)
                    .field("verified", false)
                    .field("reason", why)
                    .text());
        return Exit.FAILED.code();
      }
      throw new Problem(Exit.FAILED, id + " is not verified: " + why + ".", e);
    }
  }

  private void print(String id, PublicKey key) {
    var fingerprint = fingerprint(key);
    boolean own = ("@" + key.agentId()).equals(id);
    if (json) {
      terminal
          .out()
          .println(
              new JsonText()
                  .field("agent", id)
                  .field("verified", true)
                  .field("fingerprint", fingerprint)
                  .field("id_from_key", own)
                  .field("public_key", key.pem())
                  .text());
      return;
    }
    terminal.out().println(Plain.line(id) + " " + terminal.green("verified"));
    terminal.out().println(terminal.bold("SHA-256  ") + fingerprint);
    if (!own) {
      terminal.warn("The id was not made from this key; the agent has changed its key since.");
    }
  }

  private static String fingerprint(PublicKey key) {
    try {
      var hash = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(hash.digest(key.pem().getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
