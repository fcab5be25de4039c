package dev.reveille.server.fuzz;

import dev.reveille.protocol.AuthText;
import dev.reveille.protocol.Identity;
import dev.reveille.server.app.Server;
import dev.reveille.server.app.TestAgent;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Two well-behaved agents who talk to each other for as long as others misbehave, and look at
 * everything they are sent.
 */
final class Witnesses implements AutoCloseable {
  static final String ROOM = "#witness";

  /** The types that may reach an agent that only talks. */
  private static final Set<String> HARMLESS =
      Set.of(
          "MSG",
          "AGENT_JOINED",
          "AGENT_LEFT",
          "PRESENCE_CHANGED",
          "NICK_CHANGED",
          "TYPING",
          "FILE_CHUNK",
          "FLOOR_CLAIMED",
          "VERIFY_REQUEST");

  private final TestAgent ann;
  private final TestAgent bob;
  private final Thread thread;
  private volatile boolean enough;
  private volatile @Nullable Throwable failure;
  private final AtomicInteger rounds = new AtomicInteger();
  private final AtomicLong slowestNanos = new AtomicLong();

  Witnesses(Server server) {
    ann = TestAgent.join(server, "witness-ann", Identity.generate());
    bob = TestAgent.join(server, "witness-bob", Identity.generate());
    ann.send("{\"type\":\"CREATE_CHANNEL\",\"channel\":\"" + ROOM + "\"}").await("JOINED");
    bob.send("{\"type\":\"JOIN\",\"channel\":\"" + ROOM + "\"}").await("JOINED");
    thread = Thread.ofPlatform().name("witnesses").unstarted(this::talk);
  }

  Witnesses start() {
    thread.start();
    return this;
  }

  /** Ids and names, for those who want to pretend. */
  List<String> targets() {
    return List.of(
        ann.id(), bob.id(), "@witness-ann", "@witness-bob", "@server", "@SERVER", "@nobody");
  }

  int rounds() {
    return rounds.get();
  }

  long slowestMillis() {
    return slowestNanos.get() / 1_000_000;
  }

  private void talk() {
    try {
      while (!enough) round("w" + rounds);
    } catch (RuntimeException | AssertionError e) {
      failure = e;
    }
  }

  /** To the room and back, by mail and back: every echo and every delivery. */
  private void round(String text) {
    long began = System.nanoTime();
    ann.say(ROOM, text);
    hears(ann, ann.id(), ROOM, text);
    hears(bob, ann.id(), ROOM, text);
    bob.say(ann.id(), "mail " + text);
    hears(bob, bob.id(), ann.id(), "mail " + text);
    hears(ann, bob.id(), ann.id(), "mail " + text);
    slowestNanos.accumulateAndGet(System.nanoTime() - began, Math::max);
    rounds.incrementAndGet();
  }

  private void hears(TestAgent agent, String from, String to, String content) {
    while (true) {
      var next = agent.next();
      if (next == null) throw new AssertionError(content + " did not arrive");
      if (isOurs(next)) {
        expect(next, "from", from);
        expect(next, "to", to);
        expect(next, "content", content);
        return;
      }
      harmless(next);
    }
  }

  /** Whoever says that it is from a witness must be repeating what that witness said just now. */
  private boolean isOurs(JsonNode message) {
    var from = message.path("from").asString("");
    return message.path("type").asString("").equals("MSG")
        && (from.equals(ann.id()) || from.equals(bob.id()));
  }

  private static void expect(JsonNode message, String field, String value) {
    if (!message.path(field).asString("").equals(value)) {
      throw new AssertionError("Not " + field + "=" + value + ": " + message);
    }
  }

  private static void harmless(JsonNode message) {
    var type = message.path("type").asString("");
    if (!HARMLESS.contains(type)) throw new AssertionError("Unasked: " + message);
    var nonce = message.path("nonce").asString("0123456789abcdef");
    if (!AuthText.isNonce(nonce)) throw new AssertionError("Not to be signed: " + message);
    if (!type.equals("MSG")) return;
    boolean server = message.path("from").asString("").equals("@server");
    if (server != message.path("from_name").asString("").equalsIgnoreCase("server")) {
      throw new AssertionError("Who is the server? " + message);
    }
    if (server && !message.path("content").asString("").matches("[A-Za-z0-9_-]{1,32} .*")) {
      throw new AssertionError("The server would not say " + message);
    }
    if (message.path("to").asString("").equals(ROOM) && !server) {
      throw new AssertionError("A stranger in the room: " + message);
    }
  }

  /** Ends the talk; everything said was heard. */
  void check() {
    enough = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    if (failure != null) {
      throw new AssertionError("The witnesses were harmed: " + failure.getMessage(), failure);
    }
    if (rounds() == 0) throw new AssertionError("The witnesses never spoke");
  }

  @Override
  public void close() {
    enough = true;
    ann.close();
    bob.close();
  }
}
