package dev.reveille.server.identity;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.TokenMessages;
import dev.reveille.protocol.TokenText;
import dev.reveille.server.delivery.AdminRequest;
import dev.reveille.server.delivery.Cells;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.kernel.Cell;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Ids;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Tell;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.store.AppendEvent;
import dev.reveille.server.store.Store;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Owns the tokens and the kept identities.
 *
 * <p>A token is durable before anybody sees it, and its end is durable before the order is
 * answered. The agent's cell learns of both in that order, so no session of a revoked token is left
 * when the administrator gets the answer.
 */
final class TokenCell implements Cell {
  private final Clock clock;
  private final Ids ids;
  private final TokenBook book;

  private TokenCell(Clock clock, Ids ids, TokenBook book) {
    this.clock = clock;
    this.ids = ids;
    this.book = book;
  }

  static TokenCell load(Clock clock, Ids ids, Store store) {
    var reads = store.reads(TokenReads.class);
    return new TokenCell(clock, ids, new TokenBook(reads.tokens(), reads.kept()));
  }

  @Override
  public boolean mayUnload() {
    return true;
  }

  @Override
  public Step handle(Command command) {
    return switch ((TokenCommand) command) {
      case TokenCommand.CarryOut order -> carryOut(order);
      case TokenCommand.IdentityMade(var order, var kept) -> made(order, kept);
      case TokenCommand.IdentityNotMade(var order, var reason) ->
          refuse(order.request(), ErrorCode.NOT_ALLOWED, reason);
      case TokenCommand.TokenUsed used -> used(used);
      case TokenCommand.TokenRefused refused -> Step.of(refused(refused));
    };
  }

  private Step carryOut(TokenCommand.CarryOut order) {
    return switch ((TokenMessages.TokenOrder) order.request().order()) {
      case TokenMessages.NewToken wanted -> create(order, wanted);
      case TokenMessages.ListTokens _ -> list(order);
      case TokenMessages.RevokeToken(var id) -> revoke(order, id);
      case TokenMessages.RevokeIdentity(var identity) -> revokeIdentity(order, identity);
    };
  }

  private Step create(TokenCommand.CarryOut order, TokenMessages.NewToken wanted) {
    var request = order.request();
    var identity = wanted.identity();
    if (identity == null) return store(order, wanted, null, List.of());
    var known = book.identity(identity).filter(StoredKept::isLive);
    if (!wanted.newIdentity()) {
      return known.isPresent()
          ? store(order, wanted, known.get(), List.of())
          : refuse(request, ErrorCode.AGENT_NOT_FOUND, noIdentity(identity));
    }
    if (known.isPresent()) return refuse(request, ErrorCode.INVALID_NAME, taken(identity));
    if (book.isFullOfIdentities()) {
      return refuse(request, ErrorCode.RATE_LIMITED, "Too many identities are kept");
    }
    return Step.of(
        Unit.bestEffort(
            List.of(),
            List.of(new MakeIdentity(order, identity)),
            request.refused(ErrorCode.STORE_UNAVAILABLE, Messages.NOT_STORED)));
  }

  private Step made(TokenCommand.CarryOut order, StoredKept kept) {
    // Another order for the same name may have been faster.
    if (book.identity(kept.name()).filter(StoredKept::isLive).isPresent()) {
      return refuse(order.request(), ErrorCode.INVALID_NAME, taken(kept.name()));
    }
    if (!(order.request().order() instanceof TokenMessages.NewToken wanted)) {
      throw new IllegalArgumentException("no token was wanted: " + order);
    }
    var agent =
        new StoredAgent(kept.agent(), kept.name(), kept.pubkey(), kept.created(), kept.created());
    return store(order, wanted, kept, List.of(new SaveKept(kept), new SaveAgent(agent)));
  }

  private Step store(
      TokenCommand.CarryOut order,
      TokenMessages.NewToken wanted,
      @Nullable StoredKept kept,
      List<Write> before) {
    long now = clock.wallMillis();
    var writes = new ArrayList<>(before);
    if (!book.makeRoom(now, writes)) {
      return refuse(
          order.request(), ErrorCode.RATE_LIMITED, "Too many tokens; revoke some of them first");
    }
    var text = newText();
    var agent = kept == null ? null : kept.agent();
    var token =
        new StoredToken(
            text.id(),
            wanted.name(),
            agent,
            wanted.scopes(),
            HexFormat.of().formatHex(text.hash()),
            now,
            order.by(),
            wanted.expiresIn() == 0 ? null : Long.valueOf(now + wanted.expiresIn() * 1000),
            null,
            null);
    book.add(token);
    if (kept != null) book.add(kept);
    writes.add(new SaveToken(token));
    writes.addAll(order.audit());
    writes.add(event("token.created", agent, token));
    var effects = new ArrayList<Effect>();
    if (agent != null) effects.add(new Tell(Cells.agent(agent), new TokenAdded(token.id())));
    effects.add(answer(order.request(), TokenAnswers.created(token, text, kept)));
    return durable(order.request(), writes, effects);
  }

  private TokenText newText() {
    while (true) {
      var text = TokenText.of(ids.secret(TokenText.ID_LENGTH + TokenText.SECRET_LENGTH));
      if (book.token(text.id()).isEmpty()) return text;
    }
  }

  private Step list(TokenCommand.CarryOut order) {
    var fields = TokenAnswers.list(book, clock.wallMillis());
    return Step.of(
        Unit.bestEffort(
            order.audit(),
            List.of(answer(order.request(), fields)),
            order.request().refused(ErrorCode.STORE_UNAVAILABLE, Messages.NOT_STORED)));
  }

  private Step revoke(TokenCommand.CarryOut order, String id) {
    var found = book.token(id);
    if (found.isEmpty()) {
      return refuse(order.request(), ErrorCode.AGENT_NOT_FOUND, "No token has the id " + id);
    }
    var token = found.get();
    var writes = new ArrayList<Write>(order.audit());
    end(token, writes);
    var answer = answer(order.request(), new JsonText(64).field("token_id", id).fields());
    var agent = token.agent();
    return durable(
        order.request(), writes, List.of(agent == null ? answer : ended(token, agent, answer)));
  }

  private void end(StoredToken token, List<Write> writes) {
    if (token.isRevoked()) return;
    var ended = token.ended(clock.wallMillis());
    book.add(ended);
    writes.add(new EndToken(token.id(), clock.wallMillis()));
    writes.add(event("token.revoked", token.agent(), ended));
  }

  /** Returns the effect that closes the token's session and then answers the order. */
  private static Effect ended(
      StoredToken token, String agent, DeliveryEffect.@Nullable Reply answer) {
    return new Tell(
        Cells.agent(agent), new TokenEnded(token.id(), "This token was revoked", answer));
  }

  private Step revokeIdentity(TokenCommand.CarryOut order, String identity) {
    var found = book.identity(identity);
    if (found.isEmpty()) {
      return refuse(order.request(), ErrorCode.AGENT_NOT_FOUND, noIdentity(identity));
    }
    var kept = found.get();
    long now = clock.wallMillis();
    var writes = new ArrayList<Write>(order.audit());
    var effects = new ArrayList<Effect>();
    for (var token : book.tokensOf(kept.agent())) {
      end(token, writes);
      effects.add(ended(token, kept.agent(), null));
    }
    if (kept.isLive()) {
      book.add(kept.ended(now));
      writes.add(new EndKept(kept.agent(), now));
      var detail = new JsonText(64).field("name", kept.name()).text();
      writes.add(new AppendEvent(now, "identity.revoked", kept.agent(), null, detail));
    }
    var result = new JsonText(64).field("agent_id", kept.agent()).field("name", kept.name());
    effects.add(
        new Tell(
            Cells.keys(kept.agent()),
            new KeyCommand.Withdraw(
                order.request(), kept.pubkey(), message(order.request(), result.fields()))));
    return durable(order.request(), writes, effects);
  }

  private Step used(TokenCommand.TokenUsed used) {
    var found = book.token(used.tokenId());
    if (found.isEmpty()) return Step.none();
    var token = found.get();
    book.add(token.used(used.at()));
    var writes = new ArrayList<Write>();
    writes.add(new TouchToken(used.tokenId(), used.at()));
    if (token.used() == null) {
      var detail = new JsonText(96).field("token", token.id()).field("address", used.address());
      writes.add(
          new AppendEvent(clock.wallMillis(), "token.used", token.agent(), null, detail.text()));
    }
    return Step.of(Unit.bestEffort(writes, List.of()));
  }

  private Unit refused(TokenCommand.TokenRefused refused) {
    var detail = new JsonText(96).field("address", refused.address());
    if (refused.unrecorded() > 0) detail.field("unrecorded", refused.unrecorded());
    return Unit.bestEffort(
        List.of(new AppendEvent(clock.wallMillis(), "token.refused", null, null, detail.text())),
        List.of());
  }

  private Step durable(AdminRequest request, List<Write> writes, List<Effect> effects) {
    return Step.of(
        Unit.required(
            writes, effects, request.refused(ErrorCode.STORE_UNAVAILABLE, Messages.NOT_STORED)));
  }

  private static Step refuse(AdminRequest request, ErrorCode code, String reason) {
    var refusal = request.refused(code, reason);
    return Step.of(Unit.bestEffort(List.of(), refusal, refusal));
  }

  private static DeliveryEffect.Reply answer(AdminRequest request, String fields) {
    return new DeliveryEffect.Reply(request.replyTo(), message(request, fields));
  }

  private static ServerMessage message(AdminRequest request, String fields) {
    return new ServerMessage.AdminResult(request.order().action(), true, fields);
  }

  private Write event(String kind, @Nullable String agent, StoredToken token) {
    var detail = new JsonText(96).field("token", token.id()).field("name", token.name());
    return new AppendEvent(clock.wallMillis(), kind, agent, null, detail.text());
  }

  private static String noIdentity(String identity) {
    return "The server keeps no identity " + identity;
  }

  private static String taken(String name) {
    return "The server keeps an identity "
        + name
        + " already; bind the token to it or choose"
        + " another name";
  }
}
