package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.Filter;
import dev.reveille.protocol.Identity;
import dev.reveille.server.kernel.SeededRuns;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever is filtered, muted and said in whatever order: each hears exactly what it chose. */
@Tag("long")
class FilterSimulationTest {
  private static final List<String> CHANNELS = List.of("#general", "#agents");
  private static final List<String> WORDS =
      List.of("deploy", "Deployed", "lunch", "ci-run", "DEPLOY!", "build failed", "nothing");
  private static final List<Identity> KEYS =
      List.of(
          SeededIdentity.of(3), SeededIdentity.of(4), SeededIdentity.of(5), SeededIdentity.of(6));

  @Test
  void every_member_gets_exactly_what_its_filter_at_that_seq_lets_through_in_order() {
    var tally = new HeardCheck.Tally();
    SeededRuns.check(
        150,
        random -> {
          var chat = new SimulatedNode(random);
          boolean diskFails = random.nextInt(3) == 0;
          var minutes = new HashMap<SimulatedAgent, HeardCheck>();
          for (int i = 0; i < 90; i++) {
            act(chat, random, minutes, diskFails);
            if (random.nextInt(10) == 0) chat.run();
            else chat.stumble();
          }
          chat.store().mendDisk();
          settle(chat);
          for (var check : minutes.values()) check.endWithEverything();
          settle(chat);
          for (var check : minutes.values()) check.check(chat.store(), CHANNELS, tally);
        });
    if (Long.getLong("reveille.seed") == null) {
      assertThat(tally.heard).isGreaterThan(5_000);
      assertThat(tally.filtered).isGreaterThan(1_000);
      assertThat(tally.muted).isGreaterThan(100);
    }
  }

  private static void act(
      SimulatedNode chat,
      Random random,
      Map<SimulatedAgent, HeardCheck> minutes,
      boolean diskFails) {
    var in = new ArrayList<HeardCheck>();
    for (var agent : chat.agents()) {
      if (!agent.isIn()) continue;
      in.add(minutes.computeIfAbsent(agent, a -> HeardCheck.begin(a, CHANNELS)));
    }
    int dice = random.nextInt(100);
    if (in.isEmpty() || dice < 8) {
      var key = random.nextInt(4) == 0 ? null : KEYS.get(random.nextInt(KEYS.size()));
      chat.connect("agent" + random.nextInt(3)).identify(key);
      return;
    }
    var one = in.get(random.nextInt(in.size()));
    var other = in.get(random.nextInt(in.size()));
    var channel = CHANNELS.get(random.nextInt(CHANNELS.size()));
    if (dice < 60) {
      var text = WORDS.get(random.nextInt(WORDS.size()));
      if (random.nextInt(3) == 0) text = other.agent().id() + " " + text;
      var tags = random.nextInt(3) == 0 ? List.of("CI") : List.<String>of();
      one.agent().send(new ClientMessage.Msg(channel, text, null, null, tags, null));
    } else if (dice < 78) {
      one.agent().send(new ClientMessage.Subscribe(channel, only(random, other.agent().id())));
    } else if (dice < 88) {
      if (!diskFails) one.mute(other.agent(), random.nextInt(3) > 0);
    } else if (dice < 91) {
      one.agent().vanish();
    } else if (dice < 94) {
      chat.pass(Duration.ofMillis(random.nextInt(300)));
    } else if (diskFails && dice < 97) {
      chat.store().failNext(1 + random.nextInt(2));
    } else if (diskFails) {
      chat.store().mendDisk();
    }
  }

  private static @Nullable Filter only(Random random, @Nullable String id) {
    return switch (random.nextInt(6)) {
      case 0 -> null;
      case 1 -> Filter.whenMentioned();
      case 2 -> Filter.keywords("deploy", "build failed");
      case 3 -> Filter.tags("ci");
      case 4 -> Filter.senders(String.valueOf(id));
      default -> new Filter(true, List.of("Lunch"), List.of("other"), List.of());
    };
  }

  private static void settle(SimulatedNode chat) {
    for (int i = 0; i < 10; i++) {
      chat.run();
      chat.pass(Duration.ofSeconds(5));
    }
    chat.run();
  }
}
