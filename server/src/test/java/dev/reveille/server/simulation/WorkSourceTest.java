package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.SeatOrders;
import dev.reveille.protocol.SeatState;
import dev.reveille.server.app.NodeOutside;
import dev.reveille.server.decision.WakeReason;
import dev.reveille.server.kernel.Chore;
import dev.reveille.server.kernel.Feature;
import dev.reveille.server.kernel.Programs;
import dev.reveille.server.seat.SeatEvent;
import dev.reveille.server.worksource.CommandSource;
import dev.reveille.server.worksource.SourceConfig;
import dev.reveille.server.worksource.SourceReads;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Work that lies outside the chat, on a whole node. */
class WorkSourceTest extends WakeFixture {
  private static final SourceConfig CONFIG =
      SourceConfig.all(
              ConfigFactory.parseString(
                  "wake.sources = [{ name = ci, kind = command, command = [count],"
                      + " seats = [ada, nobody] }]"))
          .getFirst();

  /** A program that prints what the test says. */
  private static final class Printing implements Programs {
    private @Nullable String output = "0";

    @Override
    public Ended run(List<String> command, String input, int most, Duration limit)
        throws IOException {
      if (output == null) throw new IOException("broken");
      return new Ended(0, output, "");
    }
  }

  private static final Printing PROGRAM = new Printing();

  private final Printing program = PROGRAM;
  private final SimulatedAgent cy;

  WorkSourceTest() {
    super(
        SimulatedNode.with(
            new Random(5),
            "",
            new NodeOutside(List.of(), List.of(new CommandSource(CONFIG, PROGRAM)))));
    program.output = "0";
    cy = node.connect("cy").identify(SeededIdentity.of(3));
    known(ADA_KEY, "ada");
    define(ADA);
    start(ADA);
    find(ADA, SeatEvent.WENT_SILENT);
    live(2);
  }

  private void live(int minutes) {
    for (int i = 0; i < minutes; i++) {
      minute();
      Feature.all(node.features(), Chore.class).stream()
          .filter(chore -> chore.name().equals("work sources"))
          .forEach(chore -> chore.run().run());
      node.run();
      while (workOnce("work_source")) node.run();
    }
  }

  @Test
  void work_of_a_source_wakes_its_seat_once_and_its_number_is_in_the_line() {
    live(30);
    assertThat(wakes(ADA)).isEmpty();
    program.output = "3";
    live(12);
    assertThat(wakes(ADA)).hasSize(1);
    assertThat(wakes(ADA).getFirst().because()).contains(WakeReason.SOURCE_HAS_WORK);
    assertThat(harness().calls().getLast().text()).contains("3 at work source ci");
  }

  @Test
  void behaviour_04_a_source_that_fails_is_unknown_wakes_nobody_and_health_says_why() {
    program.output = null;
    live(60);
    assertThat(wakes(ADA)).isEmpty();
    assertThat(lastReasons(ADA)).contains(WakeReason.SENSOR_UNKNOWN);
    assertThat(node.failing())
        .containsExactly("work source ci: its program failed or took too long");
    program.output = "0";
    live(8);
    assertThat(lastReasons(ADA)).contains(WakeReason.NOTHING_TO_DO);
    assertThat(node.failing()).isEmpty();
  }

  @Test
  void a_source_that_fails_now_and_then_is_no_new_work() {
    program.output = "3";
    live(12);
    assertThat(wakes(ADA)).hasSize(1);
    for (int i = 0; i < 3; i++) {
      program.output = null;
      live(6);
      program.output = "3";
      live(2);
    }
    assertThat(wakes(ADA)).as("within the time that the same work waits").hasSize(1);
  }

  @Test
  void a_benched_seat_and_a_name_that_nobody_has_are_asked_for_nowhere() {
    long before = asked();
    assertThat(before).isPositive();
    assertThat(node.store().reads(SourceReads.class).since(0))
        .allMatch(day -> day.seat().equals(ADA));
    var order = new SeatOrders.BenchSeat(ADA);
    cy.send(new ClientMessage.Admin(order, SimulatedNode.ADMIN_KEY));
    node.run();
    assertThat(state(ADA)).isEqualTo(SeatState.BENCHED);
    live(30);
    assertThat(asked()).isEqualTo(before);
  }

  private long asked() {
    return node.store().reads(SourceReads.class).since(0).stream()
        .mapToLong(day -> day.calls())
        .sum();
  }

  @Test
  void what_a_source_said_survives_the_process() {
    program.output = "3";
    live(7);
    node = node.kill();
    work();
    long before = asked();
    live(1);
    assertThat(lastReasons(ADA)).doesNotContain(WakeReason.SENSOR_UNKNOWN);
    assertThat(asked()).as("it is not asked again at once").isEqualTo(before);
  }
}
