package dev.reveille.e2e;

import dev.reveille.protocol.Identity;
import dev.reveille.protocol.JsonText;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * An agent that sends as fast as it is answered, over any number of servers' lives, and remembers
 * what it was promised.
 *
 * <p>It keeps up to {@value #WINDOW} messages unanswered. What had no answer when the server died
 * it sends again under the same client_msg_id.
 */
final class LoadedSender {
  private static final int WINDOW = 12;
  private static final int REMEMBERED = 3;

  /** The promise of an echo. */
  record Promise(String msgId, long seq, String content) {}

  private final Identity identity = Identity.generate();
  private final String name;
  private final String to;

  /* Guarded by this. */
  private final Map<String, String> open = new LinkedHashMap<>();
  private final Map<String, Promise> promises = new HashMap<>();
  private final List<String> newest = new ArrayList<>();
  private final List<String> faults = new ArrayList<>();
  private final Set<String> sentAgain = new HashSet<>();
  private int repeatsWanted;
  private int count;
  private long lastInRoom = -1;
  private boolean over;

  private @Nullable WireAgent agent;

  LoadedSender(String name, String to) {
    this.name = name;
    this.to = to;
  }

  String to() {
    return to;
  }

  /** Comes back after a restart and settles what was left open; returns when all is answered. */
  void resume(URI uri) {
    synchronized (this) {
      over = false;
      lastInRoom = -1;
      repeatsWanted = 0;
    }
    var connected = WireAgent.keyed(uri, name, identity, this::hear);
    agent = connected;
    if (to.startsWith("#")) {
      connected.send(new JsonText().field("type", "CREATE_CHANNEL").field("channel", to));
      connected.send(
          new JsonText()
              .field("type", "JOIN")
              .field("channel", to)
              .field("since", WireAgent.NOTHING_OLD));
    }
    repeat(connected);
  }

  private void repeat(WireAgent connected) {
    Map<String, String> again;
    synchronized (this) {
      again = new LinkedHashMap<>(open);
      for (var key : newest) {
        var promise = promises.get(key);
        if (promise != null) again.put(key, promise.content());
      }
      repeatsWanted = newest.size();
      sentAgain.clear();
      sentAgain.addAll(again.keySet());
    }
    again.forEach((key, content) -> connected.send(WireAgent.msg(to, content, key)));
    awaitUntil(() -> open.isEmpty() && repeatsWanted == 0);
  }

  /** Sends until the connection is over. */
  void load() {
    var connected = agent;
    if (connected == null) throw new IllegalStateException("not connected");
    try {
      while (true) {
        String key;
        String content;
        synchronized (this) {
          while (open.size() >= WINDOW && !over) wait(1000);
          if (over) return;
          key = name + "-" + count++;
          content = "this is " + key + " " + "x".repeat(count % 300);
          open.put(key, content);
        }
        connected.send(WireAgent.msg(to, content, key));
      }
    } catch (CompletionException e) {
      // the server died while it was written to; the message stays open
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  void leave() {
    if (agent != null) agent.close();
  }

  synchronized Map<String, Promise> promises() {
    return Map.copyOf(promises);
  }

  synchronized List<String> faults() {
    return List.copyOf(faults);
  }

  private synchronized void hear(JsonNode message) {
    switch (message.path("type").asString()) {
      case "OVER" -> over = true;
      case "ERROR" -> {
        if (!message.path("code").asString().equals("CHANNEL_EXISTS")) fault("refused", message);
      }
      case "JOINED" -> {
        if (message.path("agents").path(0).isObject()) {
          lastInRoom = message.path("last_seq").asLong();
        }
      }
      case "MSG" -> hearMessage(message);
      default -> {}
    }
    notifyAll();
  }

  private void hearMessage(JsonNode message) {
    long seq = message.path("seq").asLong();
    if (message.path("to").asString().equals(to) && to.startsWith("#") && isLive(message)) {
      if (lastInRoom >= 0 && seq != lastInRoom + 1) fault("after " + lastInRoom, message);
      if (lastInRoom >= 0) lastInRoom = seq;
    }
    if (message.has("client_msg_id")) hearEcho(message.path("client_msg_id").asString(), message);
  }

  /** The repeat of an echo is the first echo again: it has an old place in the room. */
  private boolean isLive(JsonNode message) {
    return !sentAgain.contains(message.path("client_msg_id").asString(""))
        || message.path("seq").asLong() > lastInRoom;
  }

  private void hearEcho(String key, JsonNode echo) {
    var promise =
        new Promise(
            echo.path("msg_id").asString(),
            echo.path("seq").asLong(),
            echo.path("content").asString());
    var sent = open.remove(key);
    var first = promises.putIfAbsent(key, promise);
    if (first != null) {
      repeatsWanted--;
      if (!first.equals(promise)) fault("first promised " + first + ", then", echo);
    } else if (sent == null || !sent.equals(promise.content())) {
      fault("sent " + sent + ", echoed", echo);
    }
    if (newest.size() >= REMEMBERED) newest.removeFirst();
    newest.add(key);
  }

  private void fault(String what, JsonNode message) {
    faults.add(name + ": " + what + ": " + message);
  }

  private interface Condition {
    boolean holds();
  }

  private synchronized void awaitUntil(Condition condition) {
    long end = System.nanoTime() + WireAgent.PATIENCE.toNanos();
    try {
      while (!condition.holds()) {
        if (over || System.nanoTime() > end) {
          throw new AssertionError(name + " got no answer to " + open.keySet() + "; " + faults);
        }
        wait(100);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
