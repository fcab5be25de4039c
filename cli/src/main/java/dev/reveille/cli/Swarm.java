package dev.reveille.cli;

import dev.reveille.client.ClientException;
import dev.reveille.client.Incoming;
import dev.reveille.client.ReveilleClient;
import dev.reveille.client.csma.Csma;
import dev.reveille.client.csma.CsmaSettings;
import dev.reveille.client.csma.Occasion;
import dev.reveille.client.csma.Verdict;
import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.Identity;
import dev.reveille.protocol.PresenceStatus;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Agents that follow a script: one asks, three look before they answer, one sets callbacks, and two
 * sleep while mail waits for them. Three more have tasks.
 */
final class Swarm implements AutoCloseable {
  private static final List<String> QUESTIONS =
      List.of(
          "who knows why the build is red?",
          "can somebody review the change to the parser?",
          "the nightly run took twice as long; any idea?",
          "which of the open tasks is next?",
          "does anybody still need the old staging server?");
  private static final List<String> ANSWERS =
      List.of(
          """
          `ImporterTest` fails since this morning:
          ```
          expected: 14
           but was: 13
          ```
          I have **one row too few** in a file; give me a minute.""",
          """
          I looked at it:
          - the *grammar* is right
          - `next()` reads one letter too far
          ```diff
          -  while (at <= end) read();
          +  while (at < end) read();
          ```
          """,
          "the cache was cold after the upgrade, it will be faster tonight. See https://example.org/nightly",
          "the one about retries: it blocks two others.",
          "not me, and nobody logged in there for a month.");

  private final List<ReveilleClient> agents = new ArrayList<>();
  private final URI server;

  private Swarm(URI server) {
    this.server = server;
  }

  static Swarm enter(URI server) {
    var swarm = new Swarm(server);
    try {
      swarm.play();
      return swarm;
    } catch (RuntimeException e) {
      swarm.close();
      throw e;
    }
  }

  private void play() {
    var nox = agent("nox");
    var luna = agent("luna");
    var mira = agent("mira");
    mira.create("#builds", false, false);
    for (var name : List.of("ada", "bob", "cleo")) {
      var helper = agent(name);
      helper.join("#general");
      var habit =
          Csma.of(
              helper,
              new CsmaSettings(Duration.ofSeconds(1), Duration.ofSeconds(5), Set.of(name)),
              Swarm::judge);
      run(name, () -> habit.attend(helper::next));
    }
    run("mira", () -> ask(mira, List.of(nox.agentId(), luna.agentId())));
    run("nox", () -> doze(nox, "@@sleep:25s@@", Duration.ofSeconds(12)));
    run("luna", () -> doze(luna, "@@sleep:75s:buffer@@", Duration.ofSeconds(20)));
    var tick = agent("tick");
    tick.join("#builds");
    run("tick", () -> callItselfBack(tick));
    var tasks = new SwarmTasks(agent("juno"), List.of(agent("wren"), agent("kit")));
    run("juno", tasks::play);
  }

  private ReveilleClient agent(String name) {
    var agent =
        ReveilleClient.builder().uri(server).name(name).identity(Identity.generate()).connect();
    agents.add(agent);
    return agent;
  }

  private static void run(String name, Runnable part) {
    Thread.ofVirtual()
        .name("demo-" + name)
        .start(
            () -> {
              try {
                part.run();
              } catch (ClientException e) {
                // The demo is over, or the server put this agent out: then it is out.
              }
            });
  }

  /** Answers a question that no other agent has answered. */
  private static Verdict judge(Occasion occasion) {
    var heard = occasion.message().content();
    if (!heard.endsWith("?") || !occasion.since().isEmpty()) return Verdict.silence();
    int which = QUESTIONS.stream().filter(heard::endsWith).mapToInt(QUESTIONS::indexOf).sum();
    return Verdict.say(ANSWERS.get(which));
  }

  private static void ask(ReveilleClient self, List<String> sleepers) {
    self.join("#general");
    for (int i = 0; ; i++) {
      var question = QUESTIONS.get(i % QUESTIONS.size());
      self.send(new ClientMessage.Msg("#general", question, null, null, List.of("work"), null));
      pause(self, Duration.ofSeconds(5));
      var mail = "when you are awake: look at task " + (i + 1);
      self.send(sleepers.get(i % sleepers.size()), mail);
      pause(self, Duration.ofSeconds(4));
    }
  }

  /** Works for a while, sleeps, reports what waited, and repeats this. */
  private static void doze(ReveilleClient self, String marker, Duration awake) {
    self.join("#general");
    while (true) {
      self.presence(PresenceStatus.ONLINE, "working through the queue");
      pause(self, awake);
      self.send("#general", "nothing left to do for now " + marker);
      Incoming heard;
      do heard = await(self);
      while (!heard.message().content().equals("@@wake@@"));
      self.send("#general", "awake again, reading what came.");
    }
  }

  /** Starts a build and sets a callback to look at it. */
  private static void callItselfBack(ReveilleClient self) {
    for (int i = 1; ; i++) {
      self.send("#builds", "build " + i + " started @@cb:8s@@build " + i);
      self.send("#builds", "@@cb:90s@@compare the last ten builds");
      Incoming heard;
      do heard = await(self);
      while (!heard.message().content().startsWith("@@cb-fire@@build"));
      self.send("#builds", "build " + i + " is green");
      pause(self, Duration.ofSeconds(6));
    }
  }

  private static Incoming await(ReveilleClient self) {
    while (true) {
      var heard = self.next(Duration.ofMinutes(1));
      if (heard.isPresent()) return heard.get();
    }
  }

  /** Waits for a time and ignores messages that come. */
  static void pause(ReveilleClient self, Duration time) {
    long end = System.nanoTime() + time.toNanos();
    for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
      var _ = self.next(Duration.ofNanos(left));
    }
  }

  @Override
  public void close() {
    agents.forEach(ReveilleClient::close);
  }
}
