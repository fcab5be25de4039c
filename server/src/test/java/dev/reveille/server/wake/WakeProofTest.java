package dev.reveille.server.wake;

import static dev.reveille.server.wake.WakeRoom.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.decision.WakeProof;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The levels that a wake reaches, each with its time. */
class WakeProofTest {
  private final WakeRoom room = new WakeRoom();
  private String nonce = "";

  private long woken() {
    room.mailFrom(BOB, 1, 0);
    nonce = room.pulse().getFirst().nonce();
    return room.clock.wallMillis();
  }

  private long later() {
    room.clock.advance(Duration.ofSeconds(7));
    return room.clock.wallMillis();
  }

  @Test
  void each_level_keeps_the_time_at_which_it_was_reached_first() {
    woken();
    long offered = later();
    room.tell(new WakeCommand.HandedOver(nonce, WakeProof.OFFERED, true));
    long retrieved = later();
    room.tell(new WakeCommand.Retrieved(1));
    assertThat(room.last().proof()).isEqualTo(WakeProof.RETRIEVED);
    long started = later();
    room.tell(new WakeCommand.TurnBegan(nonce));
    later();
    room.tell(new WakeCommand.Retrieved(1));
    long acted = later();
    room.tell(new WakeCommand.Progressed());
    var reached = room.last().reached();
    assertThat(reached.offered()).isEqualTo(offered);
    assertThat(reached.retrieved()).isEqualTo(retrieved);
    assertThat(reached.started()).isEqualTo(started);
    assertThat(room.last().proof()).isEqualTo(WakeProof.ACTED);
    assertThat(room.last().proofAt()).isEqualTo(acted);
  }

  @Test
  void a_level_that_comes_late_gets_its_time_and_lowers_nothing() {
    woken();
    room.tell(new WakeCommand.TurnBegan(nonce));
    long offered = later();
    room.tell(new WakeCommand.HandedOver(nonce, WakeProof.OFFERED, true));
    assertThat(room.last().proof()).isEqualTo(WakeProof.STARTED);
    assertThat(room.last().reached().offered()).isEqualTo(offered);
  }

  @Test
  void mail_that_was_taken_in_part_is_not_retrieved() {
    woken();
    room.mailFrom(BOB, 2, 0);
    room.tell(new WakeCommand.Retrieved(0));
    assertThat(room.last().reached().retrieved()).isZero();
  }

  @Test
  void the_times_survive_a_restart() {
    woken();
    long offered = later();
    room.tell(new WakeCommand.HandedOver(nonce, WakeProof.OFFERED, true));
    room.restart();
    long retrieved = later();
    room.tell(new WakeCommand.Retrieved(1));
    assertThat(room.last().reached().offered()).isEqualTo(offered);
    assertThat(room.last().reached().retrieved()).isEqualTo(retrieved);
  }
}
