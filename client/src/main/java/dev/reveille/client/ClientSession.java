package dev.reveille.client;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ClientMessages;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.ServerMessages;
import dev.reveille.protocol.ServerMessages.Received;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An agent's presence on a server over any number of connections.
 *
 * <p>One lock owns all state. A connection that is not the current one is not listened to any more.
 * After a loss: back off, connect, identify, join every followed channel from where it broke off,
 * then send again what was not answered, in its old order, then what was asked since.
 */
final class ClientSession implements Wire.Ear {
  private final ClientSettings settings;
  private final ClientTime time;
  private final Inbox inbox;
  private final Backoff backoff;
  private final Credentials credentials;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Requests requests = new Requests();
  private final Followed followed = new Followed();
  private final Verifications verifications = new Verifications();
  private final Handlers own = new Handlers();
  private final News news;
  private CompletableFuture<ServerMessage.Welcome> welcome = new CompletableFuture<>();
  private @Nullable Wire wire;
  private boolean online;
  private ServerMessage.@Nullable Welcome self;
  private @Nullable ClientException ended;
  private long lastHeard;
  private int reconnects;

  ClientSession(ClientSettings settings, Inbox inbox) {
    this.settings = settings;
    this.time = settings.time();
    this.inbox = inbox;
    this.credentials = new Credentials(settings);
    this.news = new News(settings.news());
    this.backoff =
        new Backoff(
            settings.backoffBase().toMillis(),
            settings.backoffMax().toMillis(),
            new Jitter(0.2, settings.random()));
    handleOwn();
  }

  /** Connects once; from then on the session stays connected by itself. */
  void start() throws InterruptedException {
    try {
      connect();
    } catch (ClientException e) {
      end(e);
      throw e;
    }
    Thread.ofVirtual().name("reveille-session").start(this::stayConnected);
    Thread.ofVirtual().name("reveille-pulse").start(this::keepAlive);
  }

  ServerMessage.Welcome self() {
    lock.lock();
    try {
      if (self == null) throw new IllegalStateException("not connected yet");
      return self;
    } finally {
      lock.unlock();
    }
  }

  private <T> T locked(Supplier<T> step) {
    lock.lock();
    try {
      return step.get();
    } finally {
      lock.unlock();
    }
  }

  int reconnects() {
    return locked(() -> reconnects);
  }

  boolean isOnline() {
    return locked(() -> online);
  }

  boolean follows(String channel) {
    return locked(() -> followed.follows(channel));
  }

  private void connect() throws InterruptedException {
    var opened = Wire.open(settings.uri(), settings.connectTimeout(), this);
    CompletableFuture<ServerMessage.Welcome> mine = new CompletableFuture<>();
    lock.lock();
    try {
      if (ended != null) {
        opened.abort("closed");
        throw ended;
      }
      wire = opened;
      welcome = mine;
      lastHeard = time.millis();
      opened.start();
      opened.send(ClientMessages.write(credentials.identify()));
    } finally {
      lock.unlock();
    }
    try {
      mine.get(settings.identifyTimeout().toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      opened.abort("not welcomed in time");
      throw new ClientException.TimedOut(settings.uri() + " did not welcome the agent in time.");
    } catch (ExecutionException e) {
      opened.abort("not welcomed");
      if (e.getCause() instanceof ClientException c) throw c;
      throw new ClientException.CannotConnect("Cannot identify at " + settings.uri() + ".", e);
    }
    resume(opened);
  }

  private void resume(Wire opened) {
    lock.lock();
    try {
      if (wire != opened || ended != null) return;
      var repeat = requests.takeForRepeat();
      online = true;
      for (var join : followed.rejoins()) {
        dispatch(Pending.once(join, ServerMessage.Joined.class));
      }
      repeat.forEach(this::dispatch);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Under the lock: its place in the queue is its place on the wire. */
  private void dispatch(Pending pending) {
    requests.add(pending);
    if (online && wire != null) {
      pending.sent = true;
      wire.send(ClientMessages.write(pending.message()));
    }
  }

  /** Puts requests behind all others, next to each other. Does not wait. */
  void submit(List<Pending> pendings) {
    lock.lock();
    try {
      if (ended != null) throw ended;
      if (requests.isFull()) {
        throw new ClientException.TimedOut(
            "Too many requests wait for an answer (" + requests.size() + ").");
      }
      pendings.forEach(this::dispatch);
    } finally {
      lock.unlock();
    }
  }

  void abandon(Pending pending) {
    locked(
        () -> {
          requests.abandon(pending);
          return true;
        });
  }

  private void stayConnected() {
    int failures = 0;
    try {
      while (true) {
        long since = time.millis();
        if (!awaitLoss()) return;
        // A server that welcomes and drops at once must not be hammered.
        if (time.millis() - since >= settings.backoffMax().toMillis()) failures = 0;
        while (!tryAgain(failures++)) if (isEnded()) return;
      }
    } catch (InterruptedException e) {
      end(new ClientException.Ended("The client was interrupted.", e));
    }
  }

  /** False if the session is over. */
  private boolean awaitLoss() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (online && ended == null) changed.await();
      return ended == null;
    } finally {
      lock.unlock();
    }
  }

  private boolean isEnded() {
    return locked(() -> ended != null);
  }

  private boolean tryAgain(int failures) throws InterruptedException {
    time.sleep(backoff.delayMillis(failures));
    if (isEnded()) return false;
    try {
      connect();
      locked(() -> ++reconnects);
      return true;
    } catch (ClientException.Refused e) {
      // An expired challenge or a busy server may pass; a refused name or key will not.
      if (!Set.of("VERIFICATION_EXPIRED", "RATE_LIMITED", "STORE_UNAVAILABLE")
          .contains(e.wireCode())) {
        end(e);
      }
      return false;
    } catch (ClientException e) {
      if (failures + 1 >= settings.maxReconnects()) {
        end(new ClientException.Ended("Gave up to reconnect to " + settings.uri() + ".", e));
      }
      return false;
    }
  }

  private void keepAlive() {
    try {
      while (true) {
        time.sleep(settings.pingEvery().toMillis());
        lock.lock();
        try {
          if (ended != null) return;
          if (!online || wire == null) continue;
          if (time.millis() - lastHeard > settings.deadAfter().toMillis()) {
            wire.abort("nothing was heard");
          } else if (!requests.isFull()) {
            dispatch(pong());
          }
        } finally {
          lock.unlock();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Pending pong() {
    return Pending.once(new ClientMessage.Ping(), ServerMessage.Pong.class);
  }

  @Override
  public void text(Wire from, String text) {
    Received received;
    try {
      received = ServerMessages.read(text);
    } catch (IllegalArgumentException e) {
      return; // not from a chat server's mouth; the heartbeat finds out if nothing else comes
    }
    lock.lock();
    try {
      if (from != wire || ended != null) return;
      lastHeard = time.millis();
      switch (received) {
        case Received.Known known -> hear(known, text);
        case Received.Other(var type, var json) -> {
          if (type.equals("ERROR")) {
            refuse(json.path("code").asString(""), json.path("message").asString(""));
          }
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** Adds what the session itself does with messages that answer no request. */
  private void handleOwn() {
    own.on(ServerMessage.Challenge.class, this::prove)
        .on(ServerMessage.Welcome.class, this::welcomed)
        .on(ServerMessage.Failure.class, f -> refuse(f.code().name(), f.message()))
        .on(ServerMessage.SessionDisplaced.class, d -> over("Displaced: " + d.reason()))
        .on(ServerMessage.Kicked.class, k -> over("The server ended it: KICKED " + k.reason()))
        .on(ServerMessage.Banned.class, b -> over("The server ended it: BANNED " + b.reason()))
        .on(ServerMessage.ProofWanted.class, this::prove)
        .on(ServerMessage.Proven.class, verifications::proven)
        .on(ServerMessage.NotProven.class, verifications::notProven);
  }

  private void welcomed(ServerMessage.Welcome message) {
    self = message;
    welcome.complete(message);
  }

  private void over(String reason) {
    end(new ClientException.Ended(reason, null));
  }

  private void hear(Received.Known known, String text) {
    var message = known.message();
    if (message instanceof ServerMessage.Msg entry) {
      requests.answer(known);
      if (followed.see(entry.to(), entry.seq())) {
        inbox.add(new Incoming(entry, known.replay(), text, time.millis()));
      }
      return;
    }
    if (own.handle(message)) return;
    var answered = requests.answer(known);
    answered.ifPresent(request -> note(request, message));
    if (message instanceof ServerMessage.Left(var channel)) followed.left(channel);
    // What everybody is told is news even to the agent that asked for it.
    if (answered.isEmpty() || message.isPassing()) news.add(message);
  }

  /** Keeps what later steps need of an answer. */
  private void note(Pending request, ServerMessage answer) {
    if (answer instanceof ServerMessage.Joined(var channel, var _, var _, var last)) {
      follow(request, channel, last);
    } else if (answer instanceof ServerMessage.Created(var channel, var _)) {
      follow(Optional.empty(), channel, 0);
    } else if (answer instanceof ServerMessage.ProofPending pending) {
      verifications.begun(pending);
    }
  }

  private void follow(Pending join, String channel, long lastSeq) {
    if (join.message() instanceof ClientMessage.Join(var _, var since)) {
      follow(Optional.ofNullable(since), channel, lastSeq);
    }
  }

  private void follow(Optional<Long> since, String channel, long lastSeq) {
    followed
        .joined(channel, since.orElse(null), lastSeq)
        .ifPresent(again -> dispatch(Pending.once(again, ServerMessage.Joined.class)));
  }

  private void prove(ServerMessage.Challenge challenge) {
    var to = wire;
    if (to == null) return;
    credentials.answer(challenge).ifPresent(answer -> to.send(ClientMessages.write(answer)));
  }

  private void prove(ServerMessage.ProofWanted wanted) {
    if (requests.isFull()) return;
    credentials
        .answer(wanted)
        .ifPresent(proof -> dispatch(Pending.once(proof, ServerMessage.ProofChecked.class)));
  }

  /** The public key, once it is proven. */
  CompletableFuture<String> verification(String requestId) {
    return locked(() -> verifications.outcome(requestId));
  }

  void forgetVerification(String requestId) {
    locked(
        () -> {
          verifications.forget(requestId);
          return true;
        });
  }

  private void refuse(String code, String message) {
    var error = new ClientException.Refused(code, message);
    if (welcome.completeExceptionally(error)) return;
    // A channel that cannot be entered again is not followed any more.
    requests
        .refuse(error)
        .map(Pending::message)
        .ifPresent(
            m -> {
              if (m instanceof ClientMessage.Join(var channel, var _)) followed.left(channel);
            });
  }

  @Override
  public void closed(Wire from, String reason) {
    lock.lock();
    try {
      if (from != wire) return;
      wire = null;
      online = false;
      followed.lost();
      verifications.failAll(
          new ClientException.TimedOut("The connection was lost before the agent was verified."));
      welcome.completeExceptionally(
          new ClientException.CannotConnect(
              settings.uri() + " closed the connection before the welcome: " + reason + ".", null));
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** The first cause stays. Every waiting request fails with it. */
  private void end(ClientException cause) {
    Wire last;
    lock.lock();
    try {
      if (ended != null) return;
      ended = cause;
      last = wire;
      wire = null;
      online = false;
      welcome.completeExceptionally(cause);
      requests.failAll(cause);
      verifications.failAll(cause);
      inbox.end(cause);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    if (last != null) Thread.ofVirtual().start(() -> last.close(settings.closePatience()));
  }

  /** Leaves the server and waits a moment until the good-bye is out. */
  void close() {
    Wire last;
    lock.lock();
    try {
      last = wire;
      wire = null;
    } finally {
      lock.unlock();
    }
    if (last != null) last.close(settings.closePatience());
    end(new ClientException.Ended("The client is closed.", null));
  }
}
