package dev.reveille.server.session;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ClientTypes;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.Scope;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.identity.TokenGrant;
import dev.reveille.server.kernel.TimerQueue;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The token that a session came by, if it did. Part of the session, whose monitor guards it. */
final class SessionToken {
  /** The time between two looks of a session if its token is over. The wall clock may jump. */
  private static final Duration CHECK = Duration.ofSeconds(30);

  private @Nullable TokenGrant grant;
  private TimerQueue.@Nullable Timer timer;

  void begin(TokenGrant token) {
    grant = token;
  }

  @Nullable String id() {
    return grant == null ? null : grant.tokenId();
  }

  /** True if the session came by a token that may give orders of an administrator. */
  boolean mayGiveOrders() {
    return grant != null && grant.may(Scope.ADMIN);
  }

  /**
   * Returns why the token does not allow the message; empty if it does, or if there is no token. An
   * order with an admin key is judged by that key.
   */
  Optional<ChatAnswer.Refused> refusal(ClientMessage message) {
    if (grant == null || (message instanceof ClientMessage.Admin admin && admin.key() != null)) {
      return Optional.empty();
    }
    return refusal(grant, message);
  }

  /** Returns why an IDENTIFY with this token is refused; empty if it is not. */
  static Optional<ChatAnswer.Refused> identifying(
      TokenGrant token, ClientMessage.Identify identify) {
    return token.agent() == null
        ? Optional.of(
            new ChatAnswer.Refused(
                ErrorCode.AUTH_REQUIRED,
                "This token is bound to no identity, so it cannot IDENTIFY"))
        : refusal(token, identify);
  }

  private static Optional<ChatAnswer.Refused> refusal(TokenGrant token, ClientMessage message) {
    var needed = ClientTypes.of(message.getClass()).scope();
    return TokenLookup.refusal(token, needed, message.type());
  }

  /** True if the token is over. If it is not yet, {@code look} is called again in time. */
  boolean isOver(Sessions door, Runnable look) {
    if (grant == null || grant.expires() == null) return false;
    long now = door.clock().wallMillis();
    if (grant.isOver(now)) return true;
    long left = Math.min(grant.expires() - now, CHECK.toMillis());
    timer = door.timers().schedule(Duration.ofMillis(left), look);
    return false;
  }

  void forget() {
    if (timer != null) timer.cancel();
  }
}
