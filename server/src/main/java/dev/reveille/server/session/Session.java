package dev.reveille.server.session;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.PublicKey;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.chat.AbsentAgents;
import dev.reveille.server.chat.AgentCommand;
import dev.reveille.server.delivery.Cells;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.TimerQueue;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The inbound side of one connection: the handshake, and from then on the way into its agent's
 * cell.
 *
 * <p>Called by its event loop, by timers and by effects; its monitor guards it and is held only
 * briefly.
 */
public final class Session implements Inbound {

  private enum Phase {
    /** Nobody yet. */
    FRESH,
    /** Has to sign a nonce. */
    CHALLENGED,
    /** Has signed; which agent its key is is looked up. */
    PROVEN,
    /** Has signed; its agent has another body still. */
    WAITING,
    /** Its agent's cell has been told; what follows goes there too, in order. */
    ATTACHED,
    /** Closed, expelled or expired: nothing it says counts. */
    GONE
  }

  /** The most messages held while reading is stopped. A client that sends more is expelled. */
  private static final int MAX_HELD = 1024;

  private final Door.Visitor visitor;
  private final Sessions door;
  private final ReadingPause pause = new ReadingPause();
  private final SessionToken token = new SessionToken();
  private final SessionOrders orders;
  private final SessionKeys keys;

  private Phase phase = Phase.FRESH;
  private @Nullable SessionChallenge challenge;
  private TimerQueue.@Nullable Timer timer;
  private @Nullable CellId agent;
  private AgentCommand.@Nullable Attach attach;

  /** True if it is a side session, which gets only the answers to its own requests. */
  private boolean side;

  /** Something is looked up: what comes meanwhile waits, so that answers keep their order. */
  private boolean busy;

  /** Takes what came while something was looked up, in order. Absent if nothing did. */
  private @Nullable ArrayDeque<Runnable> held;

  Session(Door.Visitor visitor, Sessions door) {
    this.visitor = visitor;
    this.door = door;
    orders = new SessionOrders(this, door);
    keys = new SessionKeys(this, door);
  }

  Door.Visitor visitor() {
    return visitor;
  }

  /** Returns the cell of its agent; null if it has none yet. */
  @Nullable CellId attachedTo() {
    return phase == Phase.ATTACHED ? agent : null;
  }

  synchronized boolean isSide() {
    return side;
  }

  private SessionId id() {
    return visitor.session();
  }

  @Override
  public synchronized int frameLimit() {
    return switch (phase) {
      case GONE -> CLOSED;
      case ATTACHED, PROVEN -> door.config().frameLimit();
      case FRESH, CHALLENGED, WAITING -> door.config().frameLimitPreauth();
    };
  }

  @Override
  public synchronized void tooManyFrames() {
    if (phase != Phase.GONE) expel(ErrorCode.RATE_LIMITED, "Rate limit exceeded", 1008);
  }

  @Override
  public synchronized void message(ClientMessage message, int length) {
    inTurn(() -> take(message, length));
  }

  @Override
  public synchronized void invalid(String reason) {
    inTurn(() -> refuse(ErrorCode.INVALID_MSG, reason));
  }

  /** Takes what came now, or after what is looked up at the moment. */
  private void inTurn(Runnable take) {
    if (phase == Phase.GONE) return;
    if (busy) hold(take);
    else take.run();
  }

  private void hold(Runnable take) {
    if (held == null) held = new ArrayDeque<>();
    if (held.size() < MAX_HELD) held.add(take);
    else tooManyFrames();
  }

  private void take(ClientMessage message, int length) {
    var beyond = token.refusal(message);
    if (beyond.isPresent()) {
      if (!message.isHint()) refuse(beyond.get().code(), beyond.get().reason());
      return;
    }
    var own = SessionRequest.of(message);
    if (own != null) own.handle(this, message);
    else if (phase != Phase.ATTACHED) beforeWelcome(message);
    else if (message instanceof ClientMessage.Identify again && again.token() != null) {
      // The token goes no further than the connection.
      refuse(ErrorCode.INVALID_MSG, "Already identified");
    } else {
      var meant = door.names().meantBy(message);
      if (meant.isDone()) forward(message, meant.join(), length);
      else await(meant, absent -> forward(message, absent, length));
    }
  }

  void rotate(ClientMessage.RotateKey asked) {
    keys.rotate(asked.rotation());
  }

  void revoke(ClientMessage.RevokeKey asked) {
    keys.revoke(asked.certificate());
  }

  void order(ClientMessage.Admin admin) {
    orders.take(admin, token.mayGiveOrders());
  }

  /** The administrator's order that this session waits for is answered. */
  void ordered() {
    CompletableFuture<Void> answered;
    synchronized (this) {
      answered = orders.answered();
    }
    if (answered != null) answered.complete(null);
  }

  private void beforeWelcome(ClientMessage message) {
    var early = door.early(message);
    if (message instanceof ClientMessage.Identify identify) identify(identify);
    else if (message instanceof ClientMessage.VerifyIdentity verify) verify(verify);
    else if (early != null) send(early.answer(message));
    else if (!message.isHint()) refuse(ErrorCode.AUTH_REQUIRED, "Must IDENTIFY first");
  }

  /** Deals with nothing else until the answer is there. */
  <T> void await(CompletionStage<T> pending, Consumer<T> then) {
    busy = true;
    door.wire().reading(id(), false);
    door.wire().flush();
    var _ = pending.thenAccept(answer -> decided(answer, then));
  }

  private synchronized <T> void decided(T answer, Consumer<T> then) {
    busy = false;
    if (phase != Phase.GONE) then.accept(answer);
    while (!busy && held != null) {
      var next = held.poll();
      if (next == null) held = null;
      else inTurn(next);
    }
    if (!busy && !pause.isPaused()) door.wire().reading(id(), true);
    door.wire().flush();
  }

  /** Answers, in its place among the answers of the agent's cell, if it has one. */
  void say(ServerMessage message) {
    if (phase == Phase.ATTACHED) forward(new AgentCommand.Say(id(), message), 0);
    else send(message);
  }

  private void identify(ClientMessage.Identify identify) {
    var pubkey = identify.pubkey();
    var refusal = SessionChallenge.refusal(identify, door.admission());
    if (phase != Phase.FRESH) {
      refuse(ErrorCode.INVALID_MSG, "Challenge already pending");
    } else if (refusal.isPresent()) {
      refuse(refusal.get().code(), refusal.get().reason());
    } else if (identify.token() != null) {
      await(door.tokens().find(visitor, identify.token()), found -> identify(identify, found));
    } else if (pubkey == null) {
      attach(door.newAgent(), identify, null);
    } else {
      PublicKey.parse(pubkey)
          .ifPresentOrElse(
              key -> challenge(identify, key),
              () -> refuse(ErrorCode.INVALID_MSG, "Invalid public key"));
    }
  }

  private void identify(ClientMessage.Identify asked, TokenLookup.Found found) {
    switch (found) {
      case TokenLookup.Found.None(var refused) -> refuse(refused.code(), refused.reason());
      case TokenLookup.Found.Grant(var grant, var identity) -> {
        var refusal = SessionToken.identifying(grant, asked);
        if (identity == null || refusal.isPresent()) {
          refusal.ifPresent(refused -> refuse(refused.code(), refused.reason()));
          return;
        }
        token.begin(grant);
        var name = asked.name().isEmpty() ? identity.name() : asked.name();
        attach(identity.agent(), asked.withName(name), identity.pubkey());
        endWithToken();
      }
    }
  }

  private synchronized void endWithToken() {
    if (phase != Phase.GONE && token.isOver(door, this::endWithToken)) {
      expel(ErrorCode.AUTH_REQUIRED, "The token has expired", 1008);
    }
  }

  private void challenge(ClientMessage.Identify asked, PublicKey key) {
    var made = new SessionChallenge(door.ids().challenge(), door.ids().nonce(), asked, key);
    var lifetime = door.config().challengeTimeout();
    challenge = made;
    phase = Phase.CHALLENGED;
    door.issued(made.id(), id());
    timer = door.timers().schedule(lifetime, this::expire);
    send(
        new ServerMessage.Challenge(
            made.id(), made.nonce(), door.clock().wallMillis() + lifetime.toMillis()));
  }

  private synchronized void expire() {
    if (phase != Phase.CHALLENGED) return;
    forgetChallenge();
    expel(ErrorCode.VERIFICATION_EXPIRED, "Challenge expired", 1000);
  }

  private void verify(ClientMessage.VerifyIdentity verify) {
    var mine = challenge;
    if (mine == null || !mine.id().equals(verify.challengeId())) {
      if (door.isIssued(verify.challengeId())) {
        refuse(ErrorCode.INVALID_MSG, "That challenge is another connection's");
      } else {
        refuse(ErrorCode.VERIFICATION_EXPIRED, "Challenge not found or expired");
      }
      return;
    }
    forgetChallenge();
    phase = Phase.FRESH;
    if (!mine.isSignedBy(verify)) {
      refuse(ErrorCode.VERIFICATION_FAILED, "Invalid signature");
      return;
    }
    phase = Phase.PROVEN;
    await(
        door.keys().identify(id(), mine.key(), mine.asked().rotation()),
        verdict -> proven(mine, verdict));
  }

  private void proven(SessionChallenge mine, KeyLookup.Verdict verdict) {
    switch (verdict) {
      case KeyLookup.Verdict.Good(var agentId) -> attach(agentId, mine.asked(), mine.key().pem());
      case KeyLookup.Verdict.Bad(var code, var reason) -> {
        phase = Phase.FRESH;
        refuse(code, reason);
      }
    }
  }

  private void forgetChallenge() {
    if (challenge != null) door.used(challenge.id());
    if (timer != null) timer.cancel();
    challenge = null;
    timer = null;
  }

  private void attach(String agentId, ClientMessage.Identify asked, @Nullable String pubkey) {
    phase = Phase.ATTACHED;
    var cell = Cells.agent(agentId);
    agent = cell;
    side = asked.side();
    if (side) {
      door.host()
          .tell(
              cell,
              new AgentCommand.AttachSide(id(), asked.name(), pubkey, token.id(), asked.kinds()));
      return;
    }
    attach =
        new AgentCommand.Attach(
            id(),
            asked.name(),
            pubkey,
            token.id(),
            visitor.address(),
            asked.durableCallbacks(),
            asked.confirm(),
            asked.kinds(),
            asked.session(),
            false);
    door.host().tell(cell, attach);
  }

  /** The agent has another body: come back after the wait. */
  synchronized void mustWait(long millis) {
    if (phase != Phase.ATTACHED) return;
    phase = Phase.WAITING;
    timer = door.timers().schedule(Duration.ofMillis(millis), this::takeOver);
  }

  private synchronized void takeOver() {
    if (phase != Phase.WAITING || agent == null || attach == null) return;
    phase = Phase.ATTACHED;
    timer = null;
    door.host().tell(agent, attach.afterTheWait());
  }

  private void forward(ClientMessage message, AbsentAgents absent, int length) {
    forward(new AgentCommand.FromClient(id(), door.ids().message(), message, absent), length);
  }

  private void forward(AgentCommand command, int length) {
    if (agent == null) return;
    door.host().tell(agent, command);
    if (pause.forwarded(length)) {
      door.wire().reading(id(), false);
      door.wire().flush();
    }
  }

  /** Returns how many messages were forwarded and are not dealt with yet. */
  public synchronized int outstanding() {
    return pause.outstanding();
  }

  /** One forwarded message is dealt with. */
  synchronized void handled() {
    if (pause.handled() && !busy) door.wire().reading(id(), true);
  }

  void refuse(ErrorCode code, String reason) {
    if (phase == Phase.ATTACHED) forward(new AgentCommand.Refuse(id(), code, reason), 0);
    else send(new ServerMessage.Failure(code, reason));
  }

  private void expel(ErrorCode code, String reason, int closeCode) {
    boolean attached = phase == Phase.ATTACHED;
    phase = Phase.GONE;
    if (attached && agent != null) {
      door.host().tell(agent, new AgentCommand.Expel(id(), code, reason, closeCode));
      return;
    }
    send(new ServerMessage.Failure(code, reason));
    door.wire().close(id(), closeCode, reason);
    door.wire().flush();
  }

  private void send(ServerMessage message) {
    door.wire().send(id(), door.frame(message));
    door.wire().flush();
  }

  @Override
  public synchronized void closed() {
    phase = Phase.GONE;
    held = null;
    forgetChallenge();
    token.forget();
    door.closed(id());
    if (agent != null) door.host().tell(agent, new AgentCommand.Detach(id()));
  }
}
