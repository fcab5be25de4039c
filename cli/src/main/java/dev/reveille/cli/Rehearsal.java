package dev.reveille.cli;

import dev.reveille.client.ClientException;
import dev.reveille.client.ReveilleClient;
import dev.reveille.protocol.Identity;
import java.net.URI;
import java.util.ArrayList;
import java.util.concurrent.Executors;

/**
 * A short life for a new server: agents connect with their keys, talk, read back and leave.
 *
 * <p>The launcher plays it against a server that records itself into the start-up cache, so that
 * later servers begin with what that one learned about its hot paths. A process of its own, because
 * what a client loads would only make the server's cache larger.
 */
public final class Rehearsal {
  private static final int WAVES = 6;
  private static final int AGENTS = 20;
  private static final int MESSAGES = 25;

  private final URI server;

  Rehearsal(URI server) {
    this.server = server;
  }

  /** Takes the server's WebSocket address. */
  public static void main(String[] args) {
    new Rehearsal(URI.create(args[0])).play();
  }

  private void play() {
    for (int wave = 0; wave < WAVES; wave++) {
      try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
        var parts = new ArrayList<Runnable>();
        for (int i = 0; i < AGENTS; i++) parts.add(part("agent-" + i));
        parts.forEach(threads::execute);
      }
    }
  }

  private Runnable part(String name) {
    return () -> {
      try (var agent =
          ReveilleClient.builder().uri(server).name(name).identity(Identity.generate()).connect()) {
        agent.join("#general");
        for (int i = 0; i < MESSAGES; i++) {
          agent.send("#general", "a message of the usual length, number " + i + ", to everybody");
        }
        agent.send(agent.agentId(), "a note to myself");
        agent.history("#general", 50);
        agent.agents("#general");
        agent.channels();
      } catch (ClientException e) {
        // A rehearsal is not a test: what was played so far is worth keeping.
      }
    };
  }
}
