package dev.reveille.client;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ClientMessages;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.ServerMessages;
import dev.reveille.protocol.ServerMessages.Received;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The session of an agent on a server, over any number of connections.
 *
 * <p>One lock owns all state. Messages of a connection that is not the current one are ignored.
 *
 * <p>After a loss {@link Reconnecting} opens a new connection. The session then identifies, joins
 * each followed channel from the last seq that it saw, sends the unanswered requests again in their
 * order, and then sends the requests that were made since. A side session is in no channel, so it
 * follows none.
 */
final class ClientSession implements Wire.Listener {
  private final ClientSettings settings;
  private final ClientTime time;
  private final Arrived arrived;
  private final Credentials credentials;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Requests requests = new Requests();
  private final Followed followed = new Followed();
  private final Verifications verifications = new Verifications();
  private final Handlers own = new Handlers();
  private final News news;
  private Welcoming welcoming;
  private @Nullable Wire wire;
  private boolean online;
  private ServerMessage.@Nullable Welcome self;
  private @Nullable ClientException ended;
  private long lastHeard;
  private int reconnects;

  ClientSession(ClientSettings settings, Arrived arrived) {
    this.settings = settings;
    this.time = settings.time();
    this.arrived = arrived;
    this.credentials = new Credentials(settings);
    this.welcoming = new Welcoming(settings, credentials);
    this.news = new News(settings.news());
    handleOwn();
  }

  /** Connects once. After that the session reconnects by itself. */
  void start() throws InterruptedException {
    try {
      connect();
    } catch (ClientException e) {
      end(e);
      throw e;
    }
    settings.threads().start("reveille-session", new Reconnecting(settings, this));
    settings.threads().start("reveille-pulse", new Heartbeat(settings, this));
  }

  /** Returns the newest WELCOME. */
  ServerMessage.Welcome self() {
    return locked(
        () -> {
          if (self == null) throw new IllegalStateException("not connected yet");
          return self;
        });
  }

  private <T> T locked(Supplier<T> step) {
    lock.lock();
    try {
      return step.get();
    } finally {
      lock.unlock();
    }
  }

  private void runLocked(Runnable step) {
    lock.lock();
    try {
      step.run();
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

  /** Connects again after a loss, and counts it. */
  void reconnect() throws InterruptedException {
    connect();
    locked(() -> ++reconnects);
  }

  /**
   * Opens a connection, identifies, and resumes what the last connection left open.
   *
   * @throws ClientException if the server is not there, refuses, or does not welcome in time
   */
  private void connect() throws InterruptedException {
    var opened = Wire.open(settings.uri(), settings.connectTimeout(), settings.threads(), this);
    var mine = new Welcoming(settings, credentials);
    lock.lock();
    try {
      if (ended != null) {
        opened.abort("closed");
        throw ended;
      }
      wire = opened;
      welcoming = mine;
      lastHeard = time.millis();
      opened.start();
      mine.begin(opened);
    } finally {
      lock.unlock();
    }
    mine.await(opened);
    resume(opened);
  }

  private void resume(Wire opened) {
    lock.lock();
    try {
      if (wire != opened || ended != null) return;
      var repeat = requests.takeForRepeat();
      online = true;
      for (var join : followed.rejoins()) dispatch(Pending.once(join, ServerMessage.Joined.class));
      repeat.forEach(this::dispatch);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Queues and sends a request. The lock is held, so queue and wire have the same order. A request
   * whose answer may wait is followed by a PING: if its PONG comes first, it was accepted.
   */
  private void dispatch(Pending pending) {
    requests.add(pending);
    if (online && wire != null) {
      pending.sent = true;
      wire.send(ClientMessages.write(pending.message()));
    }
    if (pending.waits()) dispatch(Pending.once(new ClientMessage.Ping(), ServerMessage.Pong.class));
  }

  /**
   * Queues requests next to each other, after all others. Does not wait for answers.
   *
   * @throws ClientException if the session is over, or too many requests wait
   */
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
    runLocked(() -> requests.abandon(pending));
  }

  /** Waits until the connection is lost. Returns false if the session is over. */
  boolean awaitLoss() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (online && ended == null) changed.await();
      return ended == null;
    } finally {
      lock.unlock();
    }
  }

  boolean isEnded() {
    return locked(() -> ended != null);
  }

  /** Sends a PING, or ends a silent connection. Returns false if the session is over. */
  boolean beat() {
    return locked(
        () -> {
          if (ended != null) return false;
          if (!online || wire == null) return true;
          if (time.millis() - lastHeard > settings.deadAfter().toMillis()) {
            wire.abort("nothing was heard");
          } else if (!requests.isFull()) {
            dispatch(Pending.once(new ClientMessage.Ping(), ServerMessage.Pong.class));
          }
          return true;
        });
  }

  @Override
  public void text(Wire from, String text) {
    Received received;
    try {
      received = ServerMessages.read(text);
    } catch (IllegalArgumentException e) {
      // It is no message of the protocol. The heartbeat ends a connection where nothing else comes.
      return;
    }
    lock.lock();
    try {
      if (from != wire || ended != null) return;
      lastHeard = time.millis();
      // Not a switch: the first one over types takes the JVM 20 ms, which a short command notices.
      if (received instanceof Received.Known known) hear(known, text);
      else if (received instanceof Received.Other(var type, var json) && type.equals("ERROR")) {
        refuse(json.path("code").asString(""), json.path("message").asString(""));
      }
    } finally {
      lock.unlock();
    }
  }

  /** Registers the handlers of the messages that concern the session itself. */
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
    if (settings.side() && !message.side()) {
      // Another try would displace the agent's own connection once more.
      over(settings.uri() + " does not know side sessions and took this one for the agent.");
      return;
    }
    self = message;
    welcoming.welcomed(message);
  }

  private void over(String reason) {
    end(new ClientException.Ended(reason, null));
  }

  private void hear(Received.Known known, String text) {
    var message = known.message();
    if (message instanceof ServerMessage.Msg entry) {
      var echoed = requests.answer(known);
      if (settings.side()) {
        // It gets echoes, and the replay that a JOIN asked for.
        if (echoed.isEmpty()) arrived.add(new Incoming(entry, known.replay(), text, time.millis()));
        return;
      }
      if (followed.see(entry.to(), entry.seq())) {
        arrived.add(new Incoming(entry, known.replay(), text, time.millis()));
      }
      return;
    }
    if (own.handle(message)) return;
    var answered = requests.answer(known);
    answered.ifPresent(request -> note(request, message));
    if (message instanceof ServerMessage.Left(var channel)) followed.left(channel);
    // A broadcast is news, even for the agent whose request it answers.
    if (answered.isEmpty() || message.isPassing()) news.add(message);
  }

  /** Updates the followed channels and the open verifications from an answer. */
  private void note(Pending request, ServerMessage answer) {
    if (answer instanceof ServerMessage.Joined(var channel, var _, var _, var last)
        && request.message() instanceof ClientMessage.Join(var _, var since)) {
      follow(since, channel, last);
    } else if (answer instanceof ServerMessage.Created(var channel, var _)) {
      follow(null, channel, 0);
    } else if (answer instanceof ServerMessage.ProofPending pending) {
      verifications.begun(pending);
    }
  }

  private void follow(@Nullable Long since, String channel, long lastSeq) {
    if (settings.side()) return;
    followed
        .joined(channel, since, lastSeq)
        .ifPresent(again -> dispatch(Pending.once(again, ServerMessage.Joined.class)));
  }

  private void prove(ServerMessage.Challenge challenge) {
    if (wire != null) welcoming.prove(wire, challenge);
  }

  private void prove(ServerMessage.ProofWanted wanted) {
    if (requests.isFull()) return;
    credentials
        .answer(wanted)
        .ifPresent(proof -> dispatch(Pending.once(proof, ServerMessage.ProofChecked.class)));
  }

  /** Returns a future of the public key. It completes when the other agent has proven it. */
  CompletableFuture<String> verification(String requestId) {
    return locked(() -> verifications.outcome(requestId));
  }

  void forgetVerification(String requestId) {
    runLocked(() -> verifications.forget(requestId));
  }

  private void refuse(String code, String message) {
    var error = new ClientException.Refused(code, message);
    if (welcoming.fail(error)) return;
    // If the agent cannot join a channel again, it stops following it.
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
      welcoming.lost(reason);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Ends the session. Every waiting request fails with the cause. A second call does nothing. */
  void end(ClientException cause) {
    Wire last;
    lock.lock();
    try {
      if (ended != null) return;
      ended = cause;
      last = wire;
      wire = null;
      online = false;
      welcoming.fail(cause);
      requests.failAll(cause);
      verifications.failAll(cause);
      arrived.end(cause);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    if (last != null) {
      settings.threads().start("reveille-close", () -> last.close(settings.closePatience()));
    }
  }

  /** Closes the connection and ends the session. Waits briefly for the close frame to be sent. */
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
