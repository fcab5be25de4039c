package dev.reveille.server.edge.api;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ClientMessages;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.Json;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.Names;
import dev.reveille.server.delivery.Frame;
import dev.reveille.server.edge.http.Ask;
import dev.reveille.server.edge.http.Page;
import dev.reveille.server.identity.TokenGrant;
import dev.reveille.server.session.SideSessions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Sends messages for the identity of a token. An answer means that the message is durable. */
final class Sending {
  /** The longest time that a request waits for the answer of the chat. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final String KEY = "client_msg_id";

  private final SideSessions sides;
  private final ChatProblems problems;

  Sending(SideSessions sides, ChatProblems problems) {
    this.sides = sides;
    this.problems = problems;
  }

  Page send(Ask ask, TokenGrant grant) {
    var agent = grant.agent();
    if (agent == null) return problems.unbound();
    var refusal = problems.noObject(ask);
    if (refusal.isPresent()) return refusal.get();
    if (!(Json.read(ask.body()).orElse(null) instanceof ObjectNode body)) {
      return problems.page(ErrorCode.INVALID_MSG, "The body is no JSON object");
    }
    var header = ask.visit().header("Idempotency-Key");
    if (header != null && !body.path(KEY).asString(header).equals(header)) {
      return problems.page(ErrorCode.INVALID_MSG, "Idempotency-Key and client_msg_id differ");
    }
    if (header != null) body.put(KEY, header);
    return switch (ClientMessages.read(body.put("type", "MSG").toString())) {
      case ClientMessages.Read.Invalid(var reason, _) ->
          problems.page(ErrorCode.INVALID_MSG, reason);
      case ClientMessages.Read.Valid(ClientMessage.Msg message) ->
          send(agent, grant.tokenId(), message);
      case ClientMessages.Read.Valid _ -> throw new IllegalStateException("read as another type");
    };
  }

  private Page send(String agent, String token, ClientMessage.Msg message) {
    try {
      var frames =
          sides
              .ask(agent, token, message)
              .toCompletableFuture()
              .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      return answer(agent, message, frames);
    } catch (ExecutionException | TimeoutException e) {
      return unknown();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return unknown();
    }
  }

  /** Returns the answer if nobody knows what became of the message. */
  private Page unknown() {
    return problems.page(
        ErrorCode.STORE_UNAVAILABLE,
        "It is not known if the message was stored. Send it again with the same client_msg_id");
  }

  /** Returns the answer to what the agent was told: the echo, an error, refused callbacks. */
  private Page answer(String agent, ClientMessage.Msg message, List<Frame> frames) {
    JsonNode echo = null;
    JsonNode error = null;
    var callbackErrors = new ArrayList<String>();
    for (var frame : frames) {
      var told = Json.read(frame.toString()).orElse(null);
      if (told == null) continue;
      if (told.path("type").asString("").equals("ERROR")) error = told;
      else if (told.path("from").asString("").equals(agent)) echo = told;
      else if (isRefusedCallback(told)) callbackErrors.add(told.path("cb_error").asString(""));
    }
    if (echo == null && error != null) {
      return problems.page(
          ErrorCode.valueOf(error.path("code").asString("")), error.path("message").asString(""));
    }
    return Page.json(echo == null ? 202 : 201, sent(message, echo, callbackErrors));
  }

  private static boolean isRefusedCallback(JsonNode told) {
    return told.path("from").asString("").equals(Names.SERVER) && told.has("cb_error");
  }

  /**
   * @param echo absent if the message had only markers, so that nothing was relayed
   */
  private static String sent(
      ClientMessage.Msg message, @Nullable JsonNode echo, List<String> callbackErrors) {
    var json = new JsonText(160);
    if (echo == null) {
      json.field("to", message.to());
    } else {
      json.field("id", echo.path("msg_id").asString("")).field("to", echo.path("to").asString(""));
      if (echo.has("to_name")) json.field("to_name", echo.path("to_name").asString(""));
      json.field("seq", echo.path("seq").asLong(0)).field("ts", echo.path("ts").asLong(0));
    }
    if (message.clientMsgId() != null) json.field(KEY, message.clientMsgId());
    if (!callbackErrors.isEmpty()) json.field("cb_errors", callbackErrors);
    return json.text();
  }
}
