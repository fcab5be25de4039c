package dev.reveille.protocol;

import dev.reveille.protocol.ClientMessages.Refused;
import tools.jackson.databind.JsonNode;

/**
 * VERIFY_REQUEST, VERIFY_RESPONSE and their outcomes, read and written.
 *
 * <p>The server's three types have two shapes each: one for the agent that asked and one for the
 * agent that is asked. Their fields tell them apart.
 */
final class VerifyMessages {
  /** Longer than any id that a server gives. */
  private static final int MAX_REQUEST_ID = 128;

  private VerifyMessages() {}

  static ClientMessage request(JsonNode m) throws Refused {
    var target = ClientMessages.agent(m, "target");
    var nonce = m.path("nonce");
    if (!nonce.isString() || !AuthText.isNonce(nonce.stringValue())) {
      throw new Refused("Invalid nonce: 16-128 letters, digits or + / = _ - .");
    }
    return new ClientMessage.VerifyRequest(target, nonce.stringValue());
  }

  static ClientMessage response(JsonNode m) throws Refused {
    var id = m.path("request_id");
    if (!Json.truthy(id)) throw new Refused("Missing request_id");
    var text = id.isString() ? Json.wellFormed(id.stringValue()) : JsonText.of(id);
    if (text.length() > MAX_REQUEST_ID) throw new Refused("Invalid request_id: too long");
    var nonce = ClientMessages.nonEmpty(m, "nonce");
    var sig = ClientMessages.nonEmpty(m, "sig");
    if (nonce.length() > ClientMessages.MAX_EXTRA || sig.length() > ClientMessages.MAX_EXTRA) {
      throw new Refused("Nonce or signature too long: at most " + ClientMessages.MAX_EXTRA);
    }
    return new ClientMessage.VerifyResponse(text, Json.wellFormed(nonce), Json.wellFormed(sig));
  }

  static String write(ClientMessage.VerifyRequest m) {
    return new JsonText()
        .field("type", "VERIFY_REQUEST")
        .field("target", m.target())
        .field("nonce", m.nonce())
        .text();
  }

  static String write(ClientMessage.VerifyResponse m) {
    return new JsonText()
        .field("type", "VERIFY_RESPONSE")
        .field("request_id", m.requestId())
        .field("nonce", m.nonce())
        .field("sig", m.sig())
        .text();
  }

  static ServerMessage requested(JsonNode m) {
    return m.has("status")
        ? new ServerMessage.ProofPending(text(m, "request_id"), text(m, "target"))
        : new ServerMessage.ProofWanted(text(m, "request_id"), text(m, "from"), text(m, "nonce"));
  }

  static ServerMessage succeeded(JsonNode m) {
    return m.has("agent")
        ? new ServerMessage.Proven(text(m, "request_id"), text(m, "agent"), text(m, "pubkey"))
        : new ServerMessage.ProofChecked(text(m, "request_id"), true);
  }

  static ServerMessage failed(JsonNode m) {
    return m.has("target")
        ? new ServerMessage.NotProven(text(m, "request_id"), text(m, "target"), text(m, "reason"))
        : new ServerMessage.ProofChecked(text(m, "request_id"), false);
  }

  private static String text(JsonNode m, String field) {
    return m.path(field).asString("");
  }
}
