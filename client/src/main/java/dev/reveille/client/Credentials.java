package dev.reveille.client;

import dev.reveille.protocol.AuthText;
import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.Identity;
import dev.reveille.protocol.ServerMessage;
import java.util.List;
import java.util.Optional;

/** The messages by which an agent says and proves who it is. */
final class Credentials {
  private final ClientSettings settings;

  Credentials(ClientSettings settings) {
    this.settings = settings;
  }

  ClientMessage identify() {
    return asked()
        .withConfirm(settings.confirm())
        .withSide(settings.side())
        .withTasks(settings.tasks())
        .withSession(settings.seatSession().orElse(null));
  }

  private ClientMessage.Identify asked() {
    var token = settings.token();
    if (token.isPresent()) {
      return ClientMessage.Identify.byToken(
          settings.name(), token.get(), settings.durableCallbacks());
    }
    return new ClientMessage.Identify(
        settings.name(),
        settings.identity().map(i -> i.publicKey().pem()).orElse(null),
        settings.identity().map(Identity::rotation).orElse(List.of()),
        settings.identity().isPresent() && settings.durableCallbacks());
  }

  /** Returns the answer to the server's challenge; nothing if the agent has no key. */
  Optional<ClientMessage> answer(ServerMessage.Challenge challenge) {
    var timestamp = Long.toString(System.currentTimeMillis());
    var text = AuthText.challenge(challenge.nonce(), challenge.challengeId(), timestamp);
    return settings
        .identity()
        .map(
            identity ->
                new ClientMessage.VerifyIdentity(
                    challenge.challengeId(), identity.sign(text), timestamp));
  }

  /**
   * Returns the proof to another agent that this one has its key; nothing if it has none. Only a
   * plain nonce is signed: another text could be a login that somebody else wants to make.
   */
  Optional<ClientMessage> answer(ServerMessage.ProofWanted wanted) {
    return settings
        .identity()
        .filter(_ -> AuthText.isNonce(wanted.nonce()))
        .map(
            identity ->
                new ClientMessage.VerifyResponse(
                    wanted.requestId(), wanted.nonce(), identity.sign(wanted.nonce())));
  }
}
