package dev.reveille.server.wake;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import dev.reveille.server.decision.WakeConfig;
import dev.reveille.server.kernel.ManualClock;
import dev.reveille.server.observe.PersonPresence;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Pulses by night only: what the operator set wins, then the presence of a person decides. */
class PulseSwitchTest {
  private final ManualClock clock = new ManualClock();
  private final PersonPresence person = new PersonPresence(clock);

  PulseSwitchTest() {
    clock.advance(Duration.ofDays(1));
  }

  private PulseSwitch.Position with(String settings) {
    var config =
        ConfigFactory.parseString(settings)
            .withFallback(
                ConfigFactory.parseResources(WakeConfig.class, "/reference.conf")
                    .getConfig("reveille"));
    return new PulseSwitch(WakeConfig.of(config).pulses(), person).position();
  }

  private PulseSwitch.Position away() {
    return with("wake.pulse-policy = away");
  }

  @Test
  void without_a_setting_pulses_run_always() {
    person.looked();
    assertThat(with("")).isEqualTo(PulseSwitch.Position.ON);
  }

  @Test
  void behaviour_94_a_wish_of_the_operator_wins_over_presence() {
    person.load(0);
    assertThat(with("wake { pulses = off, pulse-policy = away }"))
        .isEqualTo(PulseSwitch.Position.OFF);
    person.looked();
    assertThat(with("wake { pulses = on, pulse-policy = away }"))
        .isEqualTo(PulseSwitch.Position.ON);
  }

  @Test
  void behaviour_94_forty_minutes_without_the_operator_turn_pulses_on() {
    person.looked();
    clock.advance(Duration.ofMinutes(39));
    assertThat(away()).isEqualTo(PulseSwitch.Position.RESTING);
    clock.advance(Duration.ofMinutes(1));
    assertThat(away()).isEqualTo(PulseSwitch.Position.ON);
    person.looked();
    assertThat(away()).isEqualTo(PulseSwitch.Position.RESTING);
    clock.jumpWall(Duration.ofDays(3));
    assertThat(away()).as("the wall clock says nothing").isEqualTo(PulseSwitch.Position.RESTING);
    assertThat(with("wake { pulse-policy = away, away-minutes = 1 }"))
        .isEqualTo(PulseSwitch.Position.RESTING);
    clock.advance(Duration.ofMinutes(1));
    assertThat(with("wake { pulse-policy = away, away-minutes = 1 }"))
        .isEqualTo(PulseSwitch.Position.ON);
  }

  @Test
  void behaviour_94_a_presence_that_cannot_be_read_counts_as_present() {
    assertThat(away()).isEqualTo(PulseSwitch.Position.RESTING);
    person.load(clock.wallMillis() - Duration.ofHours(1).toMillis());
    assertThat(away()).isEqualTo(PulseSwitch.Position.ON);
  }
}
