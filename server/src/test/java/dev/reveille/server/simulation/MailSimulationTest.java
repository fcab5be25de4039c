package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Identity;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.kernel.SeededRuns;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.store.EntryReads;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * The mail of one agent with a key that sleeps in all modes, with a buffer of three, leaves and
 * returns; and a server that is killed in between.
 */
class MailSimulationTest {
  private static final Identity KEY = SeededIdentity.of(17);
  private static final String ID = "@" + KEY.agentId();
  private static final List<String> MODES = List.of("", "", ":buffer", ":drop");

  @Test
  void all_mail_but_what_the_agent_dropped_comes_and_what_it_dropped_never_does() {
    SeededRuns.check(250, random -> new Run(random, false).play());
  }

  @Test
  void after_kills_all_mail_but_what_the_agent_dropped_has_come_and_repeats_say_so() {
    SeededRuns.check(150, random -> new Run(random, true).play());
  }

  /** One schedule. */
  private static final class Run {
    private final Random random;
    private final boolean killing;
    private SimulatedNode chat;
    private SimulatedAgent watch;
    private SimulatedAgent ada;

    /** Everything that came in any life of the agent and of the server. */
    private final Set<Long> seen = new HashSet<>();

    private final Set<Long> dropped = new HashSet<>();
    private final Set<SessionId> lookedAt = new HashSet<>();
    private int number;

    private Run(Random random, boolean killing) {
      this.random = random;
      this.killing = killing;
      chat = new SimulatedNode(random, false);
      watch = come("watch", false);
      ada = come("ada", true);
    }

    private SimulatedAgent come(String name, boolean key) {
      var agent = chat.connect(name).identify(key ? KEY : null);
      chat.run();
      return agent;
    }

    private void play() {
      for (int actions = 10 + random.nextInt(20); actions > 0; actions--) {
        act();
        chat.stumble();
      }
      settle();
      // What did not fit a buffer comes at the next WELCOME.
      returns();
      settle();
      lookAt(ada);
      note();
      for (var stored : chat.store().reads(EntryReads.class).after(ID, 0, 1_000)) {
        if (!dropped.contains(stored.seq())) {
          assertThat(seen).as("mail that must have come").contains(stored.seq());
        }
      }
      returns();
      settle();
      for (var known : ada.known()) {
        if (known.message() instanceof ServerMessage.Msg msg && msg.to().equals(ID)) {
          throw new AssertionError("came again: " + known);
        }
      }
    }

    private void act() {
      if (!ada.isIn()) {
        returns();
        return;
      }
      int dice = random.nextInt(100);
      if (dice < 50) {
        watch.say(ID, "dm" + ++number);
      } else if (dice < 70) {
        ada.say("#general", "@@sleep:2s" + MODES.get(random.nextInt(MODES.size())) + "@@");
      } else if (dice < 76) {
        ada.say("#general", "@@wake@@");
      } else if (dice < 86) {
        chat.pass(Duration.ofMillis(random.nextInt(2500)));
      } else if (dice < 90) {
        ada.say(ID, "note" + ++number + (random.nextBoolean() ? " @@sleep:1s@@" : ""));
      } else if (dice < 96) {
        returns();
      } else if (killing) {
        kill();
      }
    }

    private void settle() {
      for (int i = 0; i < 2; i++) {
        chat.run();
        chat.pass(Duration.ofSeconds(3));
      }
      chat.run();
    }

    private void returns() {
      var before = ada;
      before.vanish();
      if (random.nextBoolean()) chat.run();
      lookAt(before);
      ada = come("ada", true);
      for (var known : ada.known()) {
        if (!(known.message() instanceof ServerMessage.Msg msg) || !msg.to().equals(ID)) continue;
        if (chat.gate().isHeldBackFrom(before.session(), ID, msg.seq())) {
          assertThat(known.replay()).as("never sent before: %s", known).isFalse();
        }
      }
    }

    private void kill() {
      lookAt(ada);
      note();
      chat = chat.kill();
      watch = come("watch", false);
      ada = come("ada", true);
    }

    /** Notes what a session got; what comes again says so. */
    private void lookAt(SimulatedAgent agent) {
      if (!lookedAt.add(agent.session())) return;
      for (var known : agent.known()) {
        if (!(known.message() instanceof ServerMessage.Msg msg)) continue;
        if (!msg.to().equals(ID) || msg.seq() == 0) continue;
        boolean first = seen.add(msg.seq());
        if (!first) assertThat(known.replay()).as("came before: %s", known).isTrue();
        if (!killing) {
          assertThat(chat.gate().isDropped(ID, msg.seq())).as("dropped: %s", known).isFalse();
        }
      }
    }

    private void note() {
      for (var stored : chat.store().reads(EntryReads.class).after(ID, 0, 1_000)) {
        if (chat.gate().isDropped(ID, stored.seq())) dropped.add(stored.seq());
      }
      assertThat(Objects.requireNonNull(ada.id())).isEqualTo(ID);
    }
  }
}
