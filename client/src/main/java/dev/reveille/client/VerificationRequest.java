package dev.reveille.client;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.PublicKey;
import dev.reveille.protocol.ServerMessage;
import java.time.Duration;
import java.util.HexFormat;
import java.util.random.RandomGenerator;

/** Asks another agent to prove that it has its key, and waits for the outcome. */
final class VerificationRequest {
  /** Longer than a server waits for the other agent. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final ReveilleClient client;
  private final Exchange exchange;
  private final ClientSession session;

  VerificationRequest(ReveilleClient client, Exchange exchange, ClientSession session) {
    this.client = client;
    this.exchange = exchange;
    this.session = session;
  }

  /** Returns the agent's public key, as the server knows it. */
  PublicKey ask(String agent, RandomGenerator random) {
    var nonce = new byte[16];
    random.nextBytes(nonce);
    var asked = new ClientMessage.VerifyRequest(agent, HexFormat.of().formatHex(nonce));
    var id = client.request(asked, ServerMessage.ProofPending.class).requestId();
    try {
      var pem = exchange.await(session.verification(id), PATIENCE);
      return PublicKey.parse(pem)
          .orElseThrow(
              () -> new ClientException.Refused("VERIFICATION_FAILED", "The server named no key"));
    } finally {
      session.forgetVerification(id);
    }
  }
}
