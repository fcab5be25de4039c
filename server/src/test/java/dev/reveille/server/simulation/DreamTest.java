package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.kernel.Chore;
import dev.reveille.server.kernel.Feature;
import dev.reveille.server.kernel.ScriptedJobs;
import dev.reveille.server.seat.Handoff;
import dev.reveille.server.seat.MemoryReads;
import dev.reveille.server.seat.SeatAction;
import dev.reveille.server.seat.SeatCell;
import dev.reveille.server.seat.SeatCommand;
import dev.reveille.server.seat.SeatEvent;
import dev.reveille.server.seat.StartReason;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The dream layer: a handoff for each ended session, and nothing else. */
class DreamTest {
  private static final String ON = "seats.dream { every-minutes = 30, command = [\"dreamer\"] }";

  private static final class Scene extends SeatFixture {
    Scene(String settings) {
      super(SimulatedNode.with(new Random(3), settings));
    }

    List<Handoff> handoffs() {
      return node.store().reads(MemoryReads.class).handoffs(ADA, Long.MAX_VALUE, 10);
    }

    List<String> running() {
      return node.jobs().running().stream().map(ScriptedJobs.Script::kind).toList();
    }

    /** The pulse looks at all seats. */
    void pulse() {
      Feature.all(node.features(), Chore.class).stream()
          .filter(chore -> chore.name().equals("pulse"))
          .forEach(chore -> chore.run().run());
      node.run();
    }

    /** Lets all jobs of a kind end as they would. */
    void finish(String kind) {
      while (workOnce(kind)) node.run();
    }
  }

  private static final String SAID =
      """
      {"done":"a","next":"b","questions":"c","worked_on":["task_1","task_1"]}""";

  @Test
  void it_is_off_unless_somebody_switches_it_on() {
    var scene = new Scene("");
    scene.define(SeatFixture.ADA);
    scene.start(SeatFixture.ADA);
    scene.find(SeatFixture.ADA, SeatEvent.SUNSET);
    scene.pass(Duration.ofDays(2));
    assertThat(scene.running()).isEmpty();
    assertThat(scene.node.programs().inputs()).isEmpty();
  }

  @Test
  void an_ended_session_becomes_one_handoff_and_only_what_is_new_is_looked_at() {
    var scene = new Scene(ON);
    scene.node.programs().answer(SAID);
    scene.define(SeatFixture.ADA);
    var session = scene.start(SeatFixture.ADA);
    scene.pass(Duration.ofMinutes(31));
    scene.finish("dream");
    assertThat(scene.node.programs().inputs()).as("nothing has ended").isEmpty();
    scene.find(SeatFixture.ADA, SeatEvent.SUNSET);
    scene.pass(Duration.ofMinutes(31));
    scene.finish("dream");
    assertThat(scene.handoffs()).hasSize(1);
    var handoff = scene.handoffs().getFirst();
    assertThat(handoff.author()).isEqualTo(Handoff.Author.DREAM);
    assertThat(handoff.session()).isEqualTo(session);
    assertThat(handoff.workedOn()).containsExactly("task_1");
    assertThat(scene.node.programs().inputs().getFirst()).contains("SUNSET").contains(session);
    scene.pass(Duration.ofHours(5));
    scene.finish("dream");
    assertThat(scene.node.programs().inputs()).hasSize(1);
  }

  @Test
  void a_worker_that_fails_is_tried_again_at_the_next_look() {
    var scene = new Scene(ON);
    scene.node.programs().answer("break");
    scene.define(SeatFixture.ADA);
    scene.start(SeatFixture.ADA);
    scene.find(SeatFixture.ADA, SeatEvent.SUNSET);
    scene.pass(Duration.ofMinutes(31));
    scene.finish("dream");
    scene.node.programs().answer("no json");
    scene.pass(Duration.ofMinutes(31));
    scene.finish("dream");
    assertThat(scene.handoffs()).isEmpty();
    scene.node.programs().answer(SAID);
    scene.pass(Duration.ofMinutes(31));
    scene.finish("dream");
    assertThat(scene.handoffs()).hasSize(1);
  }

  @Test
  void the_schedule_survives_a_restart_in_the_middle_of_a_look() {
    var scene = new Scene(ON);
    scene.define(SeatFixture.ADA);
    scene.start(SeatFixture.ADA);
    scene.find(SeatFixture.ADA, SeatEvent.SUNSET);
    scene.pass(Duration.ofMinutes(31));
    assertThat(scene.running()).containsExactly("dream");
    scene.node = scene.node.kill();
    scene.node.programs().answer(SAID);
    scene.node.run();
    scene.pass(Duration.ofMinutes(31));
    scene.finish("dream");
    assertThat(scene.handoffs()).hasSize(1);
  }

  /** Checks that wakes reach harnesses only by jobs of the kind harness. */
  @Test
  void a_dream_starts_no_harness_and_work_at_a_harness_starts_no_dream() {
    var scene = new Scene(ON);
    scene.node.programs().answer(SAID);
    scene.define(SeatFixture.ADA);
    scene.act(SeatFixture.ADA, SeatAction.START, StartReason.FIRST);
    scene.node.run();
    assertThat(scene.running()).containsExactly("harness");
    scene.work();
    scene.act(SeatFixture.ADA, SeatAction.NUDGE, StartReason.ASKED);
    scene.work();
    scene.find(SeatFixture.ADA, SeatEvent.SUNSET);
    assertThat(scene.running()).as("no end of a session starts a dream").isEmpty();
    var calls = scene.calls();
    var log = scene.log(SeatFixture.ADA);
    scene.pass(Duration.ofMinutes(31));
    assertThat(scene.running()).containsExactly("dream");
    scene.finish("dream");
    assertThat(scene.handoffs()).hasSize(1);
    assertThat(scene.running()).isEmpty();
    assertThat(scene.calls()).isEqualTo(calls);
    assertThat(scene.log(SeatFixture.ADA)).isEqualTo(log);
    scene.pass(Duration.ofMinutes(5));
    assertThat(scene.running()).isEmpty();
  }

  /** The agent opted out, so that the pulse has no reason of its own to start it. */
  @Test
  void pulse_and_dream_never_start_each_other() {
    var scene = new Scene(ON);
    scene.node.programs().answer(SAID);
    scene.define(SeatFixture.ADA);
    scene.start(SeatFixture.ADA);
    scene.node.tell(
        SeatCell.at(SeatFixture.ADA),
        new SeatCommand.Wish(new SeatCommand.Asker(null, "SEAT_SET", null), true, null, null));
    scene.find(SeatFixture.ADA, SeatEvent.SUNSET);
    for (int i = 0; i < 5; i++) {
      scene.pass(Duration.ofMinutes(5));
      scene.pulse();
      assertThat(scene.running()).as("a pulse starts no dream").isEmpty();
    }
    scene.pass(Duration.ofMinutes(6));
    assertThat(scene.running()).containsExactly("dream");
    scene.finish("dream");
    assertThat(scene.handoffs()).hasSize(1);
    scene.pulse();
    assertThat(scene.running()).as("a dream is nothing that the pulse sees").isEmpty();
    assertThat(scene.calls()).containsExactly("start", "inject");
  }

  @Test
  void a_dream_is_no_progress_of_the_agent() {
    var scene = new Scene(ON);
    scene.node.programs().answer(SAID);
    scene.define(SeatFixture.ADA);
    for (int i = 1; i <= 2; i++) {
      scene.start(SeatFixture.ADA);
      scene.find(SeatFixture.ADA, SeatEvent.SUNSET);
      scene.pass(Duration.ofMinutes(31));
      scene.finish("dream");
      assertThat(scene.progress(SeatFixture.ADA).endsInRow()).isEqualTo(i);
    }
  }
}
