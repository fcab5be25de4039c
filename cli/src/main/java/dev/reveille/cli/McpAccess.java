package dev.reveille.cli;

import dev.reveille.protocol.AuthText;
import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ClientMessages;
import dev.reveille.protocol.Identity;
import dev.reveille.protocol.Json;
import dev.reveille.protocol.JsonText;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Says who the bridge speaks for: by a token, or by a key whose signature gives a ticket for a
 * while. Nothing is sent before the first request needs it.
 */
final class McpAccess {
  private static final String DOOR = "/mcp/key";

  private final @Nullable IdentityFile key;

  /* Guarded by this monitor. */
  private @Nullable String bearer;

  private McpAccess(@Nullable String bearer, @Nullable IdentityFile key) {
    this.bearer = bearer;
    this.key = key;
  }

  static McpAccess token(String token) {
    return new McpAccess(token, null);
  }

  static McpAccess key(IdentityFile file) {
    return new McpAccess(null, file);
  }

  /** Returns what a request shows. It signs for a new ticket if there is none. */
  synchronized String bearer(BridgeHttp http) throws IOException {
    var known = bearer;
    if (known == null && key != null) known = sign(http, key);
    if (known == null) throw new IllegalStateException("neither token nor key");
    bearer = known;
    return known;
  }

  /** Forgets a ticket that the server does not know any more. False if a token was refused. */
  synchronized boolean forget(String refused) {
    if (key == null) return false;
    if (refused.equals(bearer)) bearer = null;
    return true;
  }

  private static String sign(BridgeHttp http, IdentityFile file) throws IOException {
    var identity = file.identity();
    var identify =
        new ClientMessage.Identify(
            file.name(), identity.publicKey().pem(), identity.rotation(), true);
    var challenge = post(http, ClientMessages.write(identify));
    var answer = ClientMessages.write(answer(challenge, identity));
    var attempt = new JsonText().field("attempt", challenge.path("attempt").asString("")).fields();
    var proof = answer.substring(0, answer.length() - 1) + "," + attempt + "}";
    return post(http, proof).path("ticket").asString("");
  }

  private static ClientMessage.VerifyIdentity answer(JsonNode challenge, Identity identity) {
    var time = Long.toString(System.currentTimeMillis());
    var id = challenge.path("challenge_id").asString("");
    var nonce = challenge.path("nonce").asString("");
    // Another text could be a login that somebody else wants to make.
    if (!AuthText.isNonce(nonce)) {
      throw new Problem(Exit.FAILED, "The server asked for a signature of something strange.");
    }
    return new ClientMessage.VerifyIdentity(
        id, identity.sign(AuthText.challenge(nonce, id, time)), time);
  }

  private static JsonNode post(BridgeHttp http, String json) throws IOException {
    int status;
    Optional<JsonNode> said;
    try (var answer = http.send(DOOR, Map.of("Content-Type", "application/json"), json)) {
      status = answer.status();
      said = Json.read(answer.text());
    }
    if (status == 200 && said.isPresent()) return said.get();
    throw new Problem(
        Exit.FAILED,
        "The server did not accept the key: "
            + said.map(each -> each.path("detail").asString(""))
                .filter(detail -> !detail.isEmpty())
                .orElse("HTTP " + status));
  }
}
