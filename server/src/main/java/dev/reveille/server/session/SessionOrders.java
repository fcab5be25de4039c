package dev.reveille.server.session;

import dev.reveille.protocol.AdminOrder;
import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.Scope;
import dev.reveille.protocol.TokenText;
import dev.reveille.server.chat.AgentCommand;
import dev.reveille.server.delivery.AdminRequest;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.delivery.ReplyTo;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The orders of administrators in one session. Part of the session, whose monitor guards it. */
final class SessionOrders {
  private static final ChatAnswer.Refused NEEDS_KEY =
      new ChatAnswer.Refused(
          ErrorCode.NOT_ALLOWED,
          "A token cannot say what is executed; this order needs the admin key");

  private final Session session;
  private final Sessions door;

  /** Completed once the order that is under way is answered. */
  private @Nullable CompletableFuture<Void> pending;

  SessionOrders(Session session, Sessions door) {
    this.session = session;
    this.door = door;
  }

  /**
   * Takes an order. Its key is looked at here and goes no further.
   *
   * @param byToken true if the session's own token allows it
   */
  void take(ClientMessage.Admin admin, boolean byToken) {
    var key = admin.key();
    if (key == null) {
      if (byToken && admin.order().needsKey()) refuse(NEEDS_KEY);
      else if (byToken) give(admin.order(), null);
      else session.refuse(ErrorCode.INVALID_MSG, "Missing admin_key");
    } else if (TokenText.isIn(key)) {
      session.await(door.tokens().find(session.visitor(), key), found -> judge(admin, found));
    } else {
      door.administration()
          .refusal(session.visitor(), admin)
          .ifPresentOrElse(this::refuse, () -> give(admin.order(), null));
    }
  }

  private void judge(ClientMessage.Admin admin, TokenLookup.Found found) {
    switch (found) {
      case TokenLookup.Found.None(var refused) -> refuse(refused);
      case TokenLookup.Found.Grant _ when admin.order().needsKey() -> refuse(NEEDS_KEY);
      case TokenLookup.Found.Grant(var token, _) ->
          TokenLookup.refusal(token, Scope.ADMIN, admin.type())
              .ifPresentOrElse(this::refuse, () -> give(admin.order(), "token:" + token.tokenId()));
    }
  }

  private void refuse(ChatAnswer.Refused refused) {
    session.refuse(refused.code(), refused.reason());
  }

  /** Gives an order; {@code token} names the token in the order that allows it, if one does. */
  private void give(AdminOrder order, @Nullable String token) {
    var agent = session.attachedTo();
    var who = token != null || agent == null ? token : agent.name();
    var request =
        new AdminRequest(
            new ReplyTo.OfSession(session.visitor().session()),
            who,
            session.visitor().address(),
            order);
    var host = door.host();
    var answered = new CompletableFuture<Void>();
    pending = answered;
    // What the session asked before is answered before.
    CompletionStage<?> before =
        agent == null
            ? CompletableFuture.completedStage(null)
            : host.ask(agent, new AgentCommand.Await(session.visitor().session()));
    session.await(
        before
            .handle((done, _) -> done)
            .thenCompose(
                _ -> {
                  host.tell(AdminRequest.CELL, request);
                  return answered;
                }),
        _ -> {});
  }

  /** Returns what waits for the answer to the order, which is there; it is called only once. */
  @Nullable CompletableFuture<Void> answered() {
    var waiting = pending;
    pending = null;
    return waiting;
  }
}
