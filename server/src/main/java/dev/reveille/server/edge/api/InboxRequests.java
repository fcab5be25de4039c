package dev.reveille.server.edge.api;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ClientMessages;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.InboxMessages;
import dev.reveille.protocol.Json;
import dev.reveille.protocol.JsonText;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.edge.http.Ask;
import dev.reveille.server.edge.http.HttpProblem;
import dev.reveille.server.edge.http.Page;
import dev.reveille.server.edge.http.Reply;
import dev.reveille.server.edge.http.Waiting;
import dev.reveille.server.identity.TokenCheck;
import dev.reveille.server.identity.TokenGrant;
import dev.reveille.server.session.SideRequest;
import dev.reveille.server.session.SideSessions;
import dev.reveille.server.store.StoreException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads and confirms the inbox of a token's identity. Each request is one of the chat, made by a
 * side session; the answer is the chat's answer, as on the WebSocket.
 */
final class InboxRequests {
  /** The longest time that a request waits for the chat, besides the wait that it asked for. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final Map<String, String> OWN = Map.of("Cache-Control", "private, no-store");

  private final SideSessions sides;
  private final TokenCheck tokens;
  private final ChatProblems problems;

  InboxRequests(SideSessions sides, TokenCheck tokens, ChatProblems problems) {
    this.sides = sides;
    this.tokens = tokens;
    this.problems = problems;
  }

  Reply pending(Ask ask, TokenGrant grant) {
    var json = new JsonText(160).field("type", "PENDING");
    for (var name : List.of("limit", "wait_ms")) {
      var given = ask.parameter(name);
      // What is no number is refused by the chat's own check.
      given.ifPresent(text -> json.raw(name, isNumber(text) ? text : JsonText.quote(text)));
    }
    list(ask, "channels", InboxRequests::channel).ifPresent(all -> json.field("channels", all));
    list(ask, "senders", each -> each).ifPresent(all -> json.field("senders", all));
    list(ask, "keywords", each -> each).ifPresent(all -> json.field("keywords", all));
    ask.parameter("priority").ifPresent(word -> json.field("priority", word));
    ask.parameter("after").ifPresent(cursor -> json.field("after", cursor));
    return ask(grant, json.text(), "PENDING");
  }

  private static boolean isNumber(String text) {
    return text.length() < 10 && text.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  private static Optional<List<String>> list(Ask ask, String name, UnaryOperator<String> each) {
    return ask.parameter(name)
        .map(
            text ->
                Arrays.stream(text.split(","))
                    .map(String::strip)
                    .filter(part -> !part.isEmpty())
                    .map(each)
                    .toList());
  }

  /** Returns the name of a channel. The {@code #} may be left out. */
  private static String channel(String given) {
    return given.startsWith("#") ? given : "#" + given;
  }

  Reply unread(Ask ask, TokenGrant grant) {
    return ask(grant, "{\"type\":\"UNREAD\"}", "UNREAD");
  }

  Reply receipt(Ask ask, TokenGrant grant) {
    var json = new JsonText(96).field("type", "RECEIPT").field("msg_id", ask.part("msg_id"));
    return ask(grant, json.text(), "RECEIPT");
  }

  Reply read(Ask ask, TokenGrant grant) {
    var refusal = problems.noObject(ask);
    if (refusal.isPresent()) return refusal.get();
    if (!(Json.read(ask.body()).orElse(null) instanceof ObjectNode body)) {
      return problems.page(ErrorCode.INVALID_MSG, "The body is no JSON object");
    }
    return ask(grant, body.put("type", "READ").toString(), "READ");
  }

  private Reply ask(TokenGrant grant, String text, String answer) {
    var agent = grant.agent();
    if (agent == null) return problems.unbound();
    return switch (ClientMessages.read(text)) {
      case ClientMessages.Read.Invalid(var reason, _) ->
          problems.page(ErrorCode.INVALID_MSG, reason);
      case ClientMessages.Read.Valid(var message) -> {
        var request = sides.begin(agent, grant.tokenId(), message);
        yield new Asked(grant, request, patience(message), answer).waiting();
      }
    };
  }

  private static Duration patience(ClientMessage message) {
    return message instanceof InboxMessages.AskPending asked
        ? PATIENCE.plusMillis(asked.waitMs())
        : PATIENCE;
  }

  /** A request that the chat has not answered yet. */
  private final class Asked {
    private final TokenGrant grant;
    private final SideRequest request;
    private final Duration patience;
    private final String answer;
    private boolean late;

    private Asked(TokenGrant grant, SideRequest request, Duration patience, String answer) {
      this.grant = grant;
      this.request = request;
      this.patience = patience;
      this.answer = answer;
    }

    private Reply waiting() {
      return new Waiting(() -> late = !request.await(patience), this::answer, request::close);
    }

    private Reply answer() {
      try {
        for (var frame : request.take()) {
          var told = Json.read(frame.toString()).orElseThrow();
          var type = told.path("type").asString("");
          if (type.equals("ERROR")) return problems.page(told);
          if (type.equals(answer)) return answer(frame.toString());
        }
      } catch (StoreException e) {
        return problems.page(ErrorCode.STORE_UNAVAILABLE, Messages.UNAVAILABLE);
      }
      if (request.isOver()) {
        return problems.page(ErrorCode.NOT_ALLOWED, "The session was closed meanwhile");
      }
      if (late) return problems.page(ErrorCode.STORE_UNAVAILABLE, Messages.UNAVAILABLE);
      return waiting();
    }

    /** Returns the answer, unless the token ended while it waited. */
    private Page answer(String json) {
      return tokens.holds(grant)
          ? Page.json(200, json).with(OWN)
          : new HttpProblem(401, "The token has expired").page();
    }
  }
}
