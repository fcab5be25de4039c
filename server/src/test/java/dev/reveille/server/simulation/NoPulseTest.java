package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Identity;
import dev.reveille.protocol.Priority;
import dev.reveille.server.seat.SeatEvent;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A server whose pulses are off. Events alone wake its seats. */
class NoPulseTest extends WakeFixture {
  private static final Identity CY_KEY = SeededIdentity.of(3);
  private final SimulatedAgent cy = node.connect("cy").identify(CY_KEY);

  NoPulseTest() {
    super(SimulatedNode.with(new Random(7), "wake.pulse-minutes = 0\nwake.window-seconds = 0"));
    node.run();
    known(ADA_KEY, "ada");
    define(ADA);
    start(ADA);
    find(ADA, SeatEvent.WENT_SILENT);
    minute();
  }

  @Test
  void mail_that_comes_too_soon_after_a_wake_is_offered_when_the_time_is_over() {
    mail(cy, ADA, "one", Priority.HIGH);
    minute();
    assertThat(wakes(ADA)).hasSize(1);
    find(ADA, SeatEvent.WENT_SILENT);
    mail(cy, ADA, "two", Priority.HIGH);
    minute();
    assertThat(wakes(ADA)).hasSize(1);
    minutes(10);
    assertThat(wakes(ADA)).hasSize(2);
  }

  @Test
  void a_seat_for_which_nothing_waits_is_not_looked_at() {
    minutes(120);
    assertThat(decisions(ADA)).isEmpty();
  }
}
