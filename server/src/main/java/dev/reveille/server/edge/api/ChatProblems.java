package dev.reveille.server.edge.api;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.server.edge.http.Ask;
import dev.reveille.server.edge.http.HttpProblem;
import dev.reveille.server.edge.http.Page;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * Writes the errors of the chat as answers of the API.
 *
 * @param rateInterval the time between two messages of one agent
 */
record ChatProblems(Duration rateInterval) {
  Page page(ErrorCode code, String reason) {
    var page = new HttpProblem(status(code), reason, code.name()).page();
    return code == ErrorCode.RATE_LIMITED
        ? page.with(Map.of("Retry-After", Long.toString(Math.max(1, rateInterval.toSeconds()))))
        : page;
  }

  /** Returns the answer to an ERROR of the chat. */
  Page page(JsonNode error) {
    return page(
        ErrorCode.valueOf(error.path("code").asString("")), error.path("message").asString(""));
  }

  /** Returns the refusal of a token that is bound to no identity. */
  Page unbound() {
    return page(
        ErrorCode.AUTH_REQUIRED,
        "The token is bound to no identity, so it has no name to write under and no inbox");
  }

  /** Refuses a request whose body is not announced as JSON. */
  Optional<Page> noObject(Ask ask) {
    var type = ask.visit().header("Content-Type");
    return type != null && type.toLowerCase(Locale.ROOT).startsWith("application/json")
        ? Optional.empty()
        : Optional.of(new HttpProblem(415, "The body is sent as application/json").page());
  }

  private static int status(ErrorCode code) {
    return switch (code) {
      case INVALID_MSG, INVALID_NAME -> 400;
      case AUTH_REQUIRED,
          NOT_INVITED,
          NOT_ALLOWED,
          BANNED,
          LURK_MODE,
          DM_AGE_GATE,
          SIGNATURE_REQUIRED,
          NO_PUBKEY,
          VERIFICATION_FAILED,
          VERIFICATION_EXPIRED ->
          403;
      case CHANNEL_NOT_FOUND, AGENT_NOT_FOUND, TASK_NOT_FOUND -> 404;
      case CHANNEL_EXISTS -> 409;
      case RATE_LIMITED -> 429;
      case STORE_UNAVAILABLE -> 503;
    };
  }
}
