package dev.reveille.server.session;

import dev.reveille.protocol.AuthText;
import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.KeyChange;
import dev.reveille.protocol.Names;
import dev.reveille.protocol.PublicKey;
import dev.reveille.server.chat.Admission;
import dev.reveille.server.chat.AgentNames;
import dev.reveille.server.delivery.ChatAnswer;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A challenge that a session has to sign.
 *
 * @param asked the IDENTIFY that it answers
 * @param key the key that has to sign
 */
record SessionChallenge(String id, String nonce, ClientMessage.Identify asked, PublicKey key) {

  /** True if the answer is signed with the key. */
  boolean isSignedBy(ClientMessage.VerifyIdentity answer) {
    return key.verifies(AuthText.challenge(nonce, id, answer.timestamp()), answer.signature());
  }

  /** Returns why an agent may not come in as it asks to. */
  static Optional<ChatAnswer.Refused> refusal(
      ClientMessage.Identify identify, Admission admission) {
    if (identify.confirm() && identify.pubkey() == null && identify.token() == null) {
      return Optional.of(
          new ChatAnswer.Refused(
              ErrorCode.SIGNATURE_REQUIRED, "confirm needs a key or a token: nobody else returns"));
    }
    var name = refusal(identify.name());
    // Which identity a token means is not known yet.
    return name.isPresent() || identify.token() != null
        ? name
        : admission.identifying(keys(identify));
  }

  private static Optional<ChatAnswer.Refused> refusal(String name) {
    if (!AgentNames.mayBeUsed(name)) {
      return Optional.of(new ChatAnswer.Refused(ErrorCode.INVALID_NAME, name + " is reserved"));
    }
    if (Names.isKeyId(name)) {
      return Optional.of(new ChatAnswer.Refused(ErrorCode.INVALID_NAME, AgentNames.LIKE_AN_ID));
    }
    return Optional.empty();
  }

  /** Returns the keys that a client says are its own, the newest first. */
  private static List<String> keys(ClientMessage.Identify identify) {
    if (identify.pubkey() == null) return List.of();
    var before = identify.rotation().stream().map(KeyChange::oldPubkey);
    return Stream.concat(Stream.of(identify.pubkey()), before).toList();
  }
}
