package dev.reveille.server.session;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.Scope;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.identity.StoredKept;
import dev.reveille.server.identity.TokenCaller;
import dev.reveille.server.identity.TokenCheck;
import dev.reveille.server.identity.TokenGrant;
import dev.reveille.server.identity.TokenReads;
import dev.reveille.server.store.Store;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Looks up the token that a session shows. It never blocks its caller. */
final class TokenLookup {

  /** The outcome. */
  sealed interface Found {
    /**
     * The token is right.
     *
     * @param identity the identity that it speaks for; null if it speaks for none
     */
    record Grant(TokenGrant token, @Nullable StoredKept identity) implements Found {}

    record None(ChatAnswer.Refused refusal) implements Found {}
  }

  private static final Found UNAVAILABLE =
      new Found.None(new ChatAnswer.Refused(ErrorCode.STORE_UNAVAILABLE, Messages.UNAVAILABLE));

  private final TokenCheck tokens;
  private final Store store;
  private final Executor reading;

  TokenLookup(TokenCheck tokens, Store store, Executor reading) {
    this.tokens = tokens;
    this.store = store;
    this.reading = reading;
  }

  CompletionStage<Found> find(Door.Visitor visitor, String bearer) {
    return CompletableFuture.supplyAsync(() -> look(visitor, bearer), reading)
        .exceptionally(_ -> UNAVAILABLE);
  }

  private Found look(Door.Visitor visitor, String bearer) {
    var caller = new TokenCaller(visitor.address(), visitor.confidential());
    return switch (tokens.check(bearer, caller)) {
      case TokenCheck.Verdict.Granted(var grant) -> new Found.Grant(grant, identity(grant));
      case TokenCheck.Verdict.Refused refused ->
          new Found.None(new ChatAnswer.Refused(code(refused), refused.text()));
    };
  }

  private @Nullable StoredKept identity(TokenGrant grant) {
    var agent = grant.agent();
    return agent == null ? null : store.reads(TokenReads.class).kept(agent).orElse(null);
  }

  private static ErrorCode code(TokenCheck.Verdict.Refused refused) {
    return switch (refused) {
      case TokenCheck.Verdict.Unknown _, TokenCheck.Verdict.Expired _ -> ErrorCode.AUTH_REQUIRED;
      case TokenCheck.Verdict.InClearText _, TokenCheck.Verdict.Unusable _ -> ErrorCode.NOT_ALLOWED;
      case TokenCheck.Verdict.TooManyGuesses _ -> ErrorCode.RATE_LIMITED;
      case TokenCheck.Verdict.Unreadable _ -> ErrorCode.STORE_UNAVAILABLE;
    };
  }

  /** Returns why a token may not do this; empty if it may. */
  static Optional<ChatAnswer.Refused> refusal(
      TokenGrant grant, @Nullable Scope needed, String type) {
    if (needed == null || grant.may(needed)) return Optional.empty();
    return Optional.of(
        new ChatAnswer.Refused(
            ErrorCode.NOT_ALLOWED,
            "%s needs a token with the scope %s; this one has: %s"
                .formatted(type, needed.word(), Scope.words(grant.scopes()))));
  }
}
