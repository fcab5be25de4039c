package dev.reveille.server.session;

import dev.reveille.protocol.KeyChange;
import dev.reveille.protocol.Revocation;
import dev.reveille.protocol.ServerMessage;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** The changes of keys that a session asks for. Part of the session, whose monitor guards it. */
final class SessionKeys {
  private final Session session;
  private final Sessions door;

  SessionKeys(Session session, Sessions door) {
    this.session = session;
    this.door = door;
  }

  void rotate(List<KeyChange> rotation) {
    answer(
        door.keys().rotate(session.visitor().session(), rotation),
        agent -> new ServerMessage.KeyRotated(agent, rotation.getLast().newPubkey()));
  }

  void revoke(Revocation certificate) {
    answer(
        door.keys().revoke(session.visitor().session(), certificate),
        ServerMessage.KeyRevoked::new);
  }

  private void answer(
      CompletionStage<KeyLookup.Verdict> pending, Function<String, ServerMessage> good) {
    session.await(
        pending,
        verdict -> {
          switch (verdict) {
            case KeyLookup.Verdict.Good(var agent) -> session.say(good.apply(agent));
            case KeyLookup.Verdict.Bad(var code, var reason) -> session.refuse(code, reason);
          }
        });
  }
}
