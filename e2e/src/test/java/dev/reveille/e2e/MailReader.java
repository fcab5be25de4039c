package dev.reveille.e2e;

import dev.reveille.protocol.Identity;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** An agent that is mostly away and checks its mail: in order, none missing, none twice. */
final class MailReader {
  private final Identity identity = Identity.generate();
  private final String name;

  /* Guarded by this. */
  private final Map<Long, JsonNode> mail = new HashMap<>();
  private final List<String> faults = new ArrayList<>();
  private long last;
  private long inThisSession;
  private int repeats;

  private @Nullable WireAgent agent;

  MailReader(String name) {
    this.name = name;
  }

  String id() {
    return "@" + identity.agentId();
  }

  void connect(URI uri) {
    synchronized (this) {
      inThisSession = 0;
    }
    agent = WireAgent.keyed(uri, name, identity, this::hear);
  }

  void leave() {
    if (agent != null) agent.close();
  }

  /** Returns when the mailbox was delivered up to this seq. */
  synchronized void awaitMail(long seq) {
    long end = System.nanoTime() + WireAgent.PATIENCE.toNanos();
    try {
      while (last < seq) {
        if (System.nanoTime() > end) {
          throw new AssertionError(name + " has mail up to " + last + ", not " + seq);
        }
        wait(100);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private synchronized void hear(JsonNode message) {
    if (!message.path("type").asString().equals("MSG")
        || !message.path("to").asString().equals(id())) {
      return;
    }
    long seq = message.path("seq").asLong();
    if (inThisSession > 0 && seq != inThisSession + 1) fault("after " + inThisSession, message);
    if (seq > last + 1) fault("the last known is " + last, message);
    inThisSession = seq;
    if (seq > last) {
      last = seq;
      mail.put(seq, message);
    } else {
      repeats++;
      if (!message.path("replay").asBoolean(false)) fault("a repeat that does not say so", message);
      var first = mail.get(seq);
      if (first == null || !first.path("msg_id").equals(message.path("msg_id"))) {
        fault("not what it was before", message);
      }
    }
    notifyAll();
  }

  private void fault(String what, JsonNode message) {
    faults.add(name + ": " + what + ": " + message);
  }

  synchronized Map<Long, JsonNode> mail() {
    return Map.copyOf(mail);
  }

  /** Returns how many came again, and said so. */
  synchronized int repeats() {
    return repeats;
  }

  synchronized List<String> faults() {
    return List.copyOf(faults);
  }
}
