package dev.reveille.protocol;

import java.util.List;

/**
 * The JSON of the messages by which one agent proves its key to another.
 *
 * <p>Each of the server's three types has two forms: one for the agent that asked and one for the
 * agent that must prove its key. Their fields tell them apart.
 */
final class VerifyMessages {
  /** The size limit of a request id. It is longer than any id that a server gives. */
  private static final int MAX_REQUEST_ID = 128;

  static final ClientType<ClientMessage.VerifyRequest> VERIFY_REQUEST =
      new ClientType<>(
          "VERIFY_REQUEST",
          Scope.SEND,
          ClientMessage.VerifyRequest.class,
          VerifyMessages::request,
          (m, json) -> json.field("target", m.target()).field("nonce", m.nonce()));

  static final ClientType<ClientMessage.VerifyResponse> VERIFY_RESPONSE =
      new ClientType<>(
          "VERIFY_RESPONSE",
          Scope.SEND,
          ClientMessage.VerifyResponse.class,
          VerifyMessages::response,
          (m, json) ->
              json.field("request_id", m.requestId())
                  .field("nonce", m.nonce())
                  .field("sig", m.sig()));

  static final ServerType<ServerMessage.ProofPending> PENDING =
      new ServerType<>(
              "VERIFY_REQUEST",
              ServerMessage.ProofPending.class,
              f ->
                  f.has("status")
                      ? new ServerMessage.ProofPending(f.text("request_id"), f.text("target"))
                      : null,
              (m, json) ->
                  json.field("request_id", m.requestId())
                      .field("target", m.target())
                      .field("status", "pending"))
          .answering(ClientMessage.VerifyRequest.class, (q, p) -> q.target().equals(p.target()));

  static final ServerType<ServerMessage.ProofWanted> WANTED =
      new ServerType<>(
          "VERIFY_REQUEST",
          ServerMessage.ProofWanted.class,
          f -> new ServerMessage.ProofWanted(f.text("request_id"), f.text("from"), f.text("nonce")),
          (m, json) ->
              json.field("request_id", m.requestId())
                  .field("from", m.from())
                  .field("nonce", m.nonce()));

  static final ServerType<ServerMessage.Proven> PROVEN =
      new ServerType<>(
          "VERIFY_SUCCESS",
          ServerMessage.Proven.class,
          f ->
              f.has("agent")
                  ? new ServerMessage.Proven(
                      f.text("request_id"), f.text("agent"), f.text("pubkey"))
                  : null,
          (m, json) ->
              json.field("request_id", m.requestId())
                  .field("agent", m.agent())
                  .field("pubkey", m.pubkey()));

  static final ServerType<ServerMessage.NotProven> NOT_PROVEN =
      new ServerType<>(
          "VERIFY_FAILED",
          ServerMessage.NotProven.class,
          f ->
              f.has("target")
                  ? new ServerMessage.NotProven(
                      f.text("request_id"), f.text("target"), f.text("reason"))
                  : null,
          (m, json) ->
              json.field("request_id", m.requestId())
                  .field("target", m.target())
                  .field("reason", m.reason()));

  static final ServerType<ServerMessage.ProofChecked> CHECKED_SUCCESS =
      checked("VERIFY_SUCCESS", true);
  static final ServerType<ServerMessage.ProofChecked> CHECKED_FAILED =
      checked("VERIFY_FAILED", false);

  /** The types of this file. */
  static final MessageTypes TYPES =
      new MessageTypes(
          List.of(VERIFY_REQUEST, VERIFY_RESPONSE),
          List.of(PENDING, WANTED, PROVEN, NOT_PROVEN, CHECKED_SUCCESS, CHECKED_FAILED));

  private VerifyMessages() {}

  private static ServerType<ServerMessage.ProofChecked> checked(String name, boolean verified) {
    return new ServerType<>(
            name,
            ServerMessage.ProofChecked.class,
            f -> new ServerMessage.ProofChecked(f.text("request_id"), verified),
            (m, json) -> json.field("request_id", m.requestId()).field("verified", m.verified()))
        .answering(
            ClientMessage.VerifyResponse.class, (q, c) -> q.requestId().equals(c.requestId()));
  }

  private static ClientMessage.VerifyRequest request(Fields f) throws InvalidMessage {
    var target = f.agent("target");
    var nonce = f.value("nonce");
    if (!nonce.isString() || !AuthText.isNonce(nonce.stringValue())) {
      throw new InvalidMessage("Invalid nonce: 16-128 letters, digits or + / = _ - .");
    }
    return new ClientMessage.VerifyRequest(target, nonce.stringValue());
  }

  private static ClientMessage.VerifyResponse response(Fields f) throws InvalidMessage {
    var id = f.value("request_id");
    if (!Json.truthy(id)) throw new InvalidMessage("Missing request_id");
    var text = id.isString() ? Json.wellFormed(id.stringValue()) : JsonText.of(id);
    if (text.length() > MAX_REQUEST_ID) throw new InvalidMessage("Invalid request_id: too long");
    var nonce = f.nonEmpty("nonce");
    var sig = f.nonEmpty("sig");
    if (nonce.length() > ClientMessages.MAX_EXTRA || sig.length() > ClientMessages.MAX_EXTRA) {
      throw new InvalidMessage("Nonce or signature too long: at most " + ClientMessages.MAX_EXTRA);
    }
    return new ClientMessage.VerifyResponse(text, Json.wellFormed(nonce), Json.wellFormed(sig));
  }
}
