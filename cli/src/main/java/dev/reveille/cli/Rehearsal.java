package dev.reveille.cli;

import dev.reveille.client.ClientException;
import dev.reveille.client.ReveilleClient;
import dev.reveille.protocol.Identity;
import dev.reveille.protocol.SkillQuery;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/**
 * Exercises a new server for a short time: agents connect with their keys, talk in channels and in
 * direct messages, set callbacks, sleep, read history and leave; browsers load its pages.
 *
 * <p>The launcher runs it against a server that records itself into the start-up cache, so that
 * later servers start with the profile of its hot paths. It is its own process, because the classes
 * of a client would only make the server's cache larger.
 *
 * <p>It ends by itself: no part begins a new step after the time limit.
 */
public final class Rehearsal {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final Duration ANSWER = Duration.ofSeconds(10);
  private static final String TEXT = "a message of the usual length to everybody, number ";
  private static final List<String> PAGES =
      List.of("/", "/health", "/healthz", "/readyz", "/metrics", "/api/agents", "/api/events");

  /**
   * The size of the exercise.
   *
   * @param waves how often a group connects, talks and leaves
   * @param agents how many agents are in a group
   * @param messages how many each of them sends to the channel, and how often one sleeps
   * @param talk how many direct messages each of a pair sends
   * @param crowd how many agents connect without a key and send nothing
   */
  record Size(int waves, int agents, int messages, int talk, int crowd) {
    static final Size STANDARD = new Size(6, 20, 25, 1_500, 400);
  }

  private final URI server;
  private final Size size;
  private final long end = System.nanoTime() + LIMIT.toNanos();
  private final AtomicInteger failures = new AtomicInteger();

  Rehearsal(URI server, Size size) {
    this.server = server;
    this.size = size;
  }

  /** Takes the server's WebSocket address. */
  public static void main(String[] args) {
    var _ = new Rehearsal(URI.create(args[0]), Size.STANDARD).play();
  }

  /** Returns how many agents failed before the end of their part. */
  int play() {
    for (int wave = 0; wave < size.waves() && !late(); wave++) together(size.agents(), this::visit);
    together(4, this::talk);
    together(2, this::rest);
    together(8, this::crowd);
    look();
    return failures.get();
  }

  private boolean late() {
    return System.nanoTime() - end > 0;
  }

  private void together(int count, IntConsumer part) {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < count; i++) {
        int number = i;
        threads.execute(
            () -> {
              try {
                part.accept(number);
              } catch (ClientException e) {
                // A rehearsal is not a test: what was played so far is worth keeping.
                failures.incrementAndGet();
              }
            });
      }
    }
  }

  private ReveilleClient enter(String name) {
    return ReveilleClient.builder()
        .uri(server)
        .name(name)
        .identity(Identity.generate())
        .requestTimeout(ANSWER)
        .connect();
  }

  private void visit(int number) {
    try (var agent = enter("agent-" + number)) {
      agent.join("#general");
      for (int i = 0; i < size.messages() && !late(); i++) agent.send("#general", TEXT + i);
      agent.send(agent.agentId(), "a note to myself");
      agent.history("#general", 50);
      agent.agents("#general");
      agent.channels();
    }
  }

  /** Two agents write to each other, one message at a time. */
  private void talk(int number) {
    try (var ann = enter("ann-" + number);
        var bob = enter("bob-" + number)) {
      for (int i = 0; i < size.talk() && !late(); i++) {
        ann.send(bob.agentId(), "a question of the usual length, @bob-" + number + ", " + i);
        bob.send(ann.agentId(), "an answer of the usual length, number " + i);
      }
    }
  }

  /** Runs what agents do less often: timers, sleep, skills, filters, creating a channel. */
  private void rest(int number) {
    try (var agent = enter("resting-" + number);
        var friend = enter("friend-" + number)) {
      var channel = "#rehearsal-" + number;
      agent.create(channel, false, false);
      friend.join(channel);
      agent.registerSkills("[{\"capability\":\"testing\",\"description\":\"plays a part\"}]");
      friend.searchSkills(SkillQuery.of("testing", null, null, 10));
      for (int i = 0; i < size.messages() && !late(); i++) {
        agent.send(channel, TEXT + i + " @@cb:0.2s@@look again");
        agent.callbacks();
        agent.send(channel, "@@sleep:1s@@");
        friend.send(channel, TEXT + i);
        friend.send(agent.agentId(), "for when you wake");
        agent.send(channel, "@@wake@@");
        friend.mute(agent.agentId());
        friend.unmute(agent.agentId());
        friend.history(channel, 20);
      }
      friend.leave(channel);
    }
  }

  private void crowd(int number) {
    var all = new ArrayList<ReveilleClient>();
    try {
      for (int i = 0; i < size.crowd() / 8 && !late(); i++) {
        all.add(ReveilleClient.builder().uri(server).name("guest-" + number + "-" + i).connect());
      }
    } finally {
      all.forEach(ReveilleClient::close);
    }
  }

  private void look() {
    var scheme = "wss".equals(server.getScheme()) ? "https" : "http";
    try (var http = HttpClient.newHttpClient()) {
      for (int i = 0; i < 5 && !late(); i++) {
        for (var page : PAGES) {
          var address = URI.create(scheme + "://" + server.getAuthority() + page);
          var request = HttpRequest.newBuilder(address).timeout(ANSWER).build();
          http.send(request, HttpResponse.BodyHandlers.discarding());
        }
      }
    } catch (IOException e) {
      failures.incrementAndGet();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
