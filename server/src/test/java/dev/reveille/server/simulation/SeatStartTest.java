package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.SeatAnswers;
import dev.reveille.protocol.SeatMessages;
import dev.reveille.protocol.SeatState;
import dev.reveille.server.seat.SeatReads;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The seats of the settings. */
class SeatStartTest {
  private static SeatFixture with(String definition) {
    return new SeatFixture(
        SimulatedNode.with(new Random(5), "seats.define = [" + definition + "]"));
  }

  @Test
  void a_seat_of_the_settings_is_defined_at_the_start() {
    var scene =
        with(
            "{ identity = \""
                + SeatFixture.ADA
                + "\", harness = scripted, command = [a, b], auto-resume = false, quiet ="
                + " \"22:00-07:00 UTC\" }");
    var seat = scene.node.store().reads(SeatReads.class).seat(SeatFixture.ADA).orElseThrow();
    assertThat(seat.seat().command()).containsExactly("a", "b");
    assertThat(seat.seat().quiet()).isNotNull();
    assertThat(scene.state(SeatFixture.ADA)).isEqualTo(SeatState.OPTED_OUT);
    long seq = seat.progress().seq();
    scene.node = scene.node.kill();
    scene.node.run();
    assertThat(scene.progress(SeatFixture.ADA).seq()).as("nothing has changed").isEqualTo(seq);
  }

  @Test
  void a_name_of_nobody_defines_nothing() {
    var scene = with("{ identity = eve, harness = scripted }");
    assertThat(scene.node.store().reads(SeatReads.class).count()).isZero();
  }

  @Test
  void behaviour_89_a_seat_without_a_usable_adapter_is_shown_as_not_resumable() {
    var scene = with("{ identity = \"" + SeatFixture.ADA + "\", harness = tmux }");
    var agent = scene.node.connect("ada").identify(SeatFixture.ADA_KEY);
    scene.node.run();
    scene.send(agent, new SeatMessages.GetSeat());
    var answer = SeatFixture.messages(agent, SeatAnswers.Answer.class).getLast();
    assertThat(answer.seat()).isNotNull();
    assertThat(String.valueOf(answer.seat()))
        .contains("resumable=false")
        .contains("this server has no harness tmux");
  }
}
