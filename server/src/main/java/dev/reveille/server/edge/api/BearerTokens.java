package dev.reveille.server.edge.api;

import dev.reveille.protocol.Scope;
import dev.reveille.server.edge.http.Ask;
import dev.reveille.server.edge.http.HttpProblem;
import dev.reveille.server.edge.http.Page;
import dev.reveille.server.edge.http.Reply;
import dev.reveille.server.edge.http.Visit;
import dev.reveille.server.identity.TokenCaller;
import dev.reveille.server.identity.TokenCheck;
import dev.reveille.server.identity.TokenCheck.Verdict;
import dev.reveille.server.identity.TokenGrant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks the token of each request, also of those from this machine. */
public final class BearerTokens {
  private static final Map<String, String> CHALLENGE =
      Map.of("WWW-Authenticate", "Bearer realm=\"reveille\"");

  /** Names under which clients put tokens into addresses, where logs and histories keep them. */
  private static final Set<String> IN_QUERY = Set.of("token", "access_token", "api_key");

  private static final String SCHEME = "Bearer ";

  private final TokenCheck tokens;

  /** Answers a request whose token was granted. */
  @FunctionalInterface
  public interface Granted {
    /**
     * Returns the answer.
     *
     * @param bearer the token itself; it goes no further than the session that shows it
     */
    Reply answer(TokenGrant grant, String bearer);
  }

  public BearerTokens(TokenCheck tokens) {
    this.tokens = tokens;
  }

  /**
   * Answers the request if its token allows it, else refuses it. The body is not read before.
   *
   * @param scope what the token must allow; null if any token is enough
   */
  public Reply answer(Ask ask, @Nullable Scope scope, Granted granted) {
    if (ask.query().keySet().stream().anyMatch(IN_QUERY::contains)) {
      return new HttpProblem(
              400, "A token does not belong into an address. Send it as: Authorization: Bearer …")
          .page();
    }
    var token = token(ask.visit());
    if (token.isEmpty()) {
      return new HttpProblem(401, "Send a token as: Authorization: Bearer …")
          .page()
          .with(CHALLENGE);
    }
    var caller = new TokenCaller(ask.visit().address(), ask.visit().confidential());
    return switch (tokens.check(token.get(), caller)) {
      case Verdict.Refused refused -> refusal(refused);
      case Verdict.Granted(var grant) ->
          scope == null || grant.may(scope) ? granted.answer(grant, token.get()) : lacks(scope);
    };
  }

  private static Optional<String> token(Visit visit) {
    var header = visit.header("Authorization");
    if (header == null || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return Optional.empty();
    }
    return Optional.of(header.substring(SCHEME.length()).strip()).filter(text -> !text.isEmpty());
  }

  private static Page refusal(Verdict.Refused refused) {
    if (refused instanceof Verdict.TooManyGuesses(var delay)) {
      return new HttpProblem(429, refused.text())
          .page()
          .with(Map.of("Retry-After", Long.toString(Math.max(1, delay.toSeconds()))));
    }
    if (refused instanceof Verdict.Unreadable) return new HttpProblem(503, refused.text()).page();
    return new HttpProblem(401, refused.text()).page().with(CHALLENGE);
  }

  private static Page lacks(Scope scope) {
    return new HttpProblem(403, "The token has not the scope " + scope.word(), "AUTH_REQUIRED")
        .page()
        .with(
            Map.of(
                "WWW-Authenticate",
                "Bearer realm=\"reveille\", error=\"insufficient_scope\", scope=\""
                    + scope.word()
                    + "\""));
  }
}
