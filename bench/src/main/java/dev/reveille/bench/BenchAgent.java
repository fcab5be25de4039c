package dev.reveille.bench;

import dev.reveille.protocol.AuthText;
import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ClientMessages;
import dev.reveille.protocol.Identity;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Connects an agent and joins it to channels, one request at a time. After that another listener
 * takes over. Its methods block: call them from virtual threads.
 */
final class BenchAgent implements BenchConnection.Listener {
  private static final int ANSWER_SECONDS = 60;

  private record Waiting(String type, CompletableFuture<ServerReply> answer) {}

  private final CompletableFuture<BenchConnection> connection;
  private volatile @Nullable Waiting waiting;
  private String id = "";
  private long said;

  private BenchAgent(Sockets sockets) {
    connection = sockets.connect(this);
  }

  static BenchAgent connect(Sockets sockets) {
    var agent = new BenchAgent(sockets);
    join(agent.connection);
    return agent;
  }

  /** Connects an agent without a key. */
  BenchAgent identify(String name) {
    id = ask(ClientMessage.Identify.of(name, null), "WELCOME").text("agent_id");
    return this;
  }

  /** Connects an agent with a key and proves it. */
  BenchAgent identify(String name, Identity identity) {
    return identify(ClientMessage.Identify.of(name, identity.publicKey().pem()), identity);
  }

  /** Connects an agent with a key that knows events of tasks. */
  BenchAgent identifyForTasks(String name, Identity identity) {
    var who = ClientMessage.Identify.of(name, identity.publicKey().pem()).withTasks(true);
    return identify(who, identity);
  }

  /** Connects an agent with a key that confirms what concerns it. */
  BenchAgent identifyConfirming(String name, Identity identity) {
    var who = ClientMessage.Identify.of(name, identity.publicKey().pem()).withConfirm(true);
    return identify(who, identity);
  }

  private BenchAgent identify(ClientMessage.Identify who, Identity identity) {
    var challenge = ask(who, "CHALLENGE");
    var challengeId = challenge.text("challenge_id");
    var timestamp = Long.toString(System.currentTimeMillis());
    var text = AuthText.challenge(challenge.text("nonce"), challengeId, timestamp);
    var proof = new ClientMessage.VerifyIdentity(challengeId, identity.sign(text), timestamp);
    id = ask(proof, "WELCOME").text("agent_id");
    return this;
  }

  /** Returns the id, with {@code @}. */
  String id() {
    return id;
  }

  BenchAgent create(String channel) {
    ask(new ClientMessage.CreateChannel(channel, false, false), "JOINED");
    return this;
  }

  ServerReply join(String channel) {
    return ask(new ClientMessage.Join(channel, null), "JOINED");
  }

  /** Joins a channel without a replay. */
  ServerReply joinFromNow(String channel) {
    return ask(new ClientMessage.Join(channel, (1L << 53) - 1), "JOINED");
  }

  /** Sends a message and does not wait. */
  BenchAgent say(String to, String content) {
    var text = ClientMessages.write(ClientMessage.Msg.of(to, content));
    connection().send(text.getBytes(StandardCharsets.UTF_8));
    return this;
  }

  /** Sends a message and returns when its echo came, by {@link System#nanoTime}. */
  long sayAndWait(String to, String content) {
    ask(ClientMessage.Msg.of(to, content).withClientMsgId("m" + ++said), "MSG");
    return System.nanoTime();
  }

  /** Returns when the server has handled everything that was sent before. */
  BenchAgent ping() {
    ask(new ClientMessage.Ping(), "PONG");
    return this;
  }

  BenchConnection connection() {
    return join(connection);
  }

  private ServerReply ask(ClientMessage request, String answerType) {
    var answer = new CompletableFuture<ServerReply>();
    waiting = new Waiting(answerType, answer);
    connection().send(ClientMessages.write(request).getBytes(StandardCharsets.UTF_8));
    return join(answer.orTimeout(ANSWER_SECONDS, TimeUnit.SECONDS));
  }

  @Override
  public void text(ByteBuf bytes, int offset, int length) {
    var current = waiting;
    if (current == null) return;
    var reply = ServerReply.of(bytes, offset, length);
    if (reply.type().equals(current.type())) {
      waiting = null;
      current.answer().complete(reply);
    } else if (reply.type().equals("ERROR")) {
      waiting = null;
      var problem = "waiting for " + current.type() + ", got " + reply.json();
      current.answer().completeExceptionally(new BenchException(problem));
    }
  }

  @Override
  public void closed(String reason) {
    var current = waiting;
    if (current == null) return;
    var problem = "waiting for " + current.type() + ": " + reason;
    current.answer().completeExceptionally(new BenchException(problem));
  }

  private static <T> T join(CompletableFuture<T> future) {
    try {
      return future.join();
    } catch (CompletionException e) {
      throw new BenchException(String.valueOf(e.getCause()), e);
    }
  }
}
