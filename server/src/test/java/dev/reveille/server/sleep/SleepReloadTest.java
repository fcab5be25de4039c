package dev.reveille.server.sleep;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.Marker.Sleep.Mode;
import dev.reveille.protocol.PresenceStatus;
import dev.reveille.server.chat.AgentCell;
import dev.reveille.server.chat.AgentCommand;
import dev.reveille.server.chat.AgentParts;
import dev.reveille.server.chat.ChatParts;
import dev.reveille.server.delivery.PresenceEffect;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.ManualClock;
import dev.reveille.server.kernel.ManualTimers;
import dev.reveille.server.kernel.MapPresence;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.limits.ChatConfig;
import dev.reveille.server.simulation.StoreFixture;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An agent's cell that had to be loaded again while its agent sleeps. */
class SleepReloadTest {
  private static final SessionId ADA = new SessionId("n", 1);
  private static final SleepGate.Sleep SLEEP = new SleepGate.Sleep("@ada", 7, Mode.DEFAULT, 0);

  private static final SleepGate.Mailbox MAILBOX =
      new SleepGate.Mailbox() {
        @Override
        public void passOver(long seq) {}

        @Override
        public void leaveBehind(long seq) {}
      };

  private final ManualClock clock = new ManualClock();
  private final MapPresence presence = new MapPresence();
  private final ManualTimers timers = new ManualTimers(clock);
  private final Sleepers sleepers = new Sleepers(50, timers);
  private final ChatParts parts = StoreFixture.parts(clock, presence);

  @BeforeEach
  void asleep() {
    presence.put(new Presence.Agent("@ada", "ada", ADA, false, null, false, "sleeping", null, 0));
    sleepers.close(ADA, SLEEP, Duration.ofMinutes(1), MAILBOX);
  }

  private AgentCell load(ChatParts parts) {
    return new AgentParts(parts, List.of(new SleepPart(parts, sleepers))).load("@ada");
  }

  private static List<Effect> effects(Step step) {
    return step.units().stream().flatMap(unit -> unit.effects().stream()).toList();
  }

  @Test
  void it_still_knows_that_its_agent_sleeps_and_the_timer_wakes_it() {
    var cell = load(parts);
    assertThat(effects(cell.handle(new SleepOver(ADA, 6)))).isEmpty();
    assertThat(effects(cell.handle(new SleepOver(ADA, 7))))
        .anyMatch(SleepEffect.WakeUp.class::isInstance)
        .anyMatch(
            e -> e instanceof PresenceEffect.Came(var agent) && agent.status().equals("online"));
  }

  @Test
  void a_presence_that_is_set_then_waits_for_the_wake() {
    var cell = load(parts);
    var set = new ClientMessage.SetPresence(PresenceStatus.BUSY, "later");
    assertThat(effects(cell.handle(new AgentCommand.FromClient(ADA, "m", set))))
        .noneMatch(PresenceEffect.Came.class::isInstance);
    assertThat(effects(cell.handle(new SleepOver(ADA, 7))))
        .anyMatch(
            e -> e instanceof PresenceEffect.Came(var agent) && agent.status().equals("busy"));
  }

  @Test
  void a_timer_of_a_sleep_before_cannot_end_one_after() {
    sleepers.forget(ADA);
    var cell = load(parts);
    var sleep = new ClientMessage.Msg("@ada", "@@sleep:60s@@", null, null, List.of(), null);
    var slept = effects(cell.handle(new AgentCommand.FromClient(ADA, "m", sleep)));
    assertThat(slept).anyMatch(SleepEffect.FallAsleep.class::isInstance);
    for (long id = 0; id < 10; id++) {
      assertThat(effects(cell.handle(new SleepOver(ADA, id)))).isEmpty();
    }
  }

  private static Step say(AgentCell cell, String text) {
    return cell.handle(
        new AgentCommand.FromClient(
            ADA, "m", new ClientMessage.Msg("@ada", text, null, null, List.of(), null)));
  }

  private static boolean wakes(Step step) {
    return effects(step).stream().anyMatch(SleepEffect.WakeUp.class::isInstance);
  }

  @Test
  void an_agent_whose_rate_is_used_up_can_wake_itself_once_a_second() {
    var slow =
        new ChatConfig(
            ConfigFactory.parseString("limits { rate-limit-ms = 3600000, rate-limit-burst = 1 }")
                .withFallback(
                    ConfigFactory.parseResources(ChatConfig.class, "/reference.conf")
                        .getConfig("reveille")));
    var cell = load(StoreFixture.parts(slow, clock, presence));
    say(cell, "@@sleep:60s@@");
    assertThat(wakes(say(cell, "hello @@wake@@"))).isFalse();
    assertThat(wakes(say(cell, "@@wake@@"))).isTrue();
    assertThat(effects(say(cell, "@@wake@@"))).anyMatch(e -> e.toString().contains("Too fast"));
    clock.advance(Duration.ofMillis(999));
    assertThat(effects(say(cell, "@@wake@@"))).anyMatch(e -> e.toString().contains("Too fast"));
    clock.advance(Duration.ofMillis(1));
    assertThat(effects(say(cell, "@@wake@@"))).noneMatch(e -> e.toString().contains("Too fast"));
  }
}
