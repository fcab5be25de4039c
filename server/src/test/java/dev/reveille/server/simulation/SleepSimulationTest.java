package dev.reveille.server.simulation;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.Identity;
import dev.reveille.server.kernel.SeededRuns;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The edge of sleep under many schedules: sends, direct messages, sleeps of all modes,
 * replacements, early wakes, callbacks, timers, lost connections, returns and a failing disk, in
 * any order.
 */
class SleepSimulationTest {
  private static final Identity KEY = SeededIdentity.of(2);
  private static final List<String> MODES = List.of("", ":buffer", ":drop");

  private static final int STAYING = 75_000;
  private static final int LEAVING = 25_000;

  @Test
  void nothing_is_lost_doubled_or_reordered_while_everybody_stays() {
    SeededRuns.check(STAYING, random -> new Run(random, false).play());
  }

  @Test
  void nothing_is_doubled_or_reordered_and_no_mail_is_lost_while_sleepers_come_and_go() {
    SeededRuns.check(LEAVING, random -> new Run(random, true).play());
  }

  /** One schedule. */
  private static final class Run {
    private final Random random;
    private final SimulatedNode chat;
    private final boolean leaving;
    private final boolean dropping;
    private final boolean failing;
    private final @Nullable Identity key;

    /** Never sleeps, never leaves. */
    private final SimulatedAgent watch;

    private SimulatedAgent ada;
    private @Nullable SimulatedAgent bob;
    private int number;

    private Run(Random random, boolean leaving) {
      this.random = random;
      this.leaving = leaving;
      dropping = random.nextInt(3) > 0;
      failing = random.nextInt(3) == 0;
      // Few have a key: to sign takes longer than all the rest.
      key = leaving && random.nextInt(4) == 0 ? KEY : null;
      chat = new SimulatedNode(random, leaving && key == null);
      watch = come("watch", null);
      ada = come("ada", key);
      bob = random.nextBoolean() ? come("bob", null) : null;
      chat.run();
    }

    private SimulatedAgent come(String name, @Nullable Identity key) {
      var agent = chat.connect(name).identify(key);
      chat.run();
      agent.send(new ClientMessage.Join("#general", null));
      return agent;
    }

    private void play() {
      for (int actions = 8 + random.nextInt(5); actions > 0; actions--) {
        act();
        chat.stumble();
      }
      chat.store().mendDisk();
      for (int i = 0; i < 3; i++) {
        chat.run();
        chat.pass(Duration.ofSeconds(3));
      }
      chat.run();
      for (var agent : chat.agents()) new SleepCheck(agent).ordered();
      SleepCheck.edges(chat, watch);
      SleepCheck.noTimerIsEarly(chat.store());
      if (!leaving) {
        for (var agent : chat.agents()) new SleepCheck(agent).complete(chat.store());
      } else if (key != null) {
        // What did not fit comes when the agent is back.
        ada.vanish();
        chat.run();
        ada = come("ada", key);
        chat.run();
        SleepCheck.noMailLost(chat, ada);
      }
    }

    private void act() {
      var sleeper = bob != null && random.nextInt(3) == 0 ? bob : ada;
      if (!sleeper.isIn()) {
        if (random.nextBoolean()) chat.run();
        if (sleeper == ada) ada = come("ada", key);
        return;
      }
      int dice = random.nextInt(100);
      if (dice < 22) {
        watch.say("#general", "m" + ++number + (random.nextInt(3) == 0 ? " @ada" : ""));
      } else if (dice < 40) {
        watch.say(String.valueOf(sleeper.id()), "dm" + ++number);
      } else if (dice < 62) {
        sleeper.say("#general", (random.nextBoolean() ? "" : "t" + ++number + " ") + sleep());
      } else if (dice < 67) {
        sleeper.say("#general", "back" + ++number);
      } else if (dice < 71) {
        sleeper.say("#general", "@@wake@@");
      } else if (dice < 76) {
        sleeper.say("#general", "@@cb:" + random.nextInt(3) + "s@@c" + ++number);
        new SleepCheck(sleeper).expectFire();
      } else if (dice < 80) {
        sleeper.say("#general", "@@cb:" + random.nextInt(3) + "s#general@@c" + ++number);
      } else if (dice < 93) {
        chat.pass(Duration.ofMillis(random.nextInt(2500)));
      } else if (leaving) {
        ada.vanish();
      } else if (failing) {
        chat.store().failNext(1);
      }
    }

    private String sleep() {
      int modes = dropping ? MODES.size() : 2;
      return "@@sleep:%s.%ss%s@@"
          .formatted(random.nextInt(3), random.nextInt(10), MODES.get(random.nextInt(modes)));
    }
  }
}
