package dev.reveille.server.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Committer.Submission;
import dev.reveille.server.kernel.DurableCommand;
import dev.reveille.server.kernel.Tell;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.outbox.ParcelCell.Label;
import dev.reveille.server.outbox.ParcelCell.Parcel;
import dev.reveille.server.store.Retention;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Durable tells that are delivered, tried again and shown. */
class OutboxTest {
  private TellWorld world = new TellWorld(new Random(7));

  private List<String> keys(String to) {
    return ParcelCell.arrived(world.store).stream()
        .filter(parcel -> parcel.to().equals(to))
        .map(Parcel::key)
        .toList();
  }

  @Test
  void a_tell_arrives_and_its_row_is_gone() {
    world.send("a", "b", "k1");
    world.run();
    assertThat(keys("b")).containsExactly("k1");
    world.checkAllArrived();
  }

  @Test
  void a_repeated_key_has_one_effect_before_and_after_the_first_was_handled() {
    for (int i = 0; i < 3; i++) world.send("a", "b", "k1");
    world.run();
    world.send("a", "b", "k1");
    world.send("c", "b", "k1");
    world.send("a", "c", "k1");
    world.run();
    assertThat(keys("b")).as("other cells have their own keys").containsExactly("k1", "k1");
    assertThat(keys("c")).containsExactly("k1");
    assertThat(world.store.sizes()).containsEntry("handled_tells", 3L);
  }

  @Test
  void the_key_of_a_handled_tell_is_forgotten_after_its_time() {
    world.send("a", "b", "k1");
    world.run();
    long day = Duration.ofDays(1).toMillis();
    long handled = 1_700_000_000_000L;
    assertThat(world.store.prune(Retention.FOREVER, handled + (Tell.KEY_DAYS - 1) * day)).isZero();
    assertThat(world.store.prune(Retention.FOREVER, handled + (Tell.KEY_DAYS + 1) * day))
        .isEqualTo(1);
    world.send("a", "b", "k1");
    world.run();
    assertThat(keys("b")).containsExactly("k1", "k1");
  }

  @Test
  void a_receiver_that_stores_nothing_has_handled_it_too() {
    world.send("a", "b", "k1", Label.IGNORE, null);
    world.run();
    assertThat(world.store.sizes()).containsEntry("outbox", 0L).containsEntry("handled_tells", 1L);
  }

  @Test
  void a_receiver_that_cannot_be_loaded_keeps_only_its_own_tells_waiting() {
    world.missing.add("b");
    world.send("a", "b", "k1");
    world.send("a", "b", "k2");
    world.send("a", "c", "k3");
    world.run();
    assertThat(keys("c")).containsExactly("k3");
    world.pass(Duration.ofMinutes(5));
    assertThat(keys("b")).isEmpty();
    assertThat(world.outbox.stuck()).isEqualTo(1);
    assertThat(world.troubles.failing()).containsExactly(Outbox.PART);
    world.missing.clear();
    world.pass(Duration.ofMinutes(2));
    assertThat(keys("b")).containsExactly("k1", "k2");
    world.checkAllArrived();
  }

  @Test
  void a_failing_tell_is_tried_again_after_waits_that_grow_to_a_minute() {
    world.missing.add("b");
    world.send("a", "b", "k1");
    world.run();
    var waits = new ArrayList<Integer>();
    for (int second = 1, last = 0; second <= 300; second++) {
      int failed = world.failedLoads;
      world.pass(Duration.ofSeconds(1));
      if (world.failedLoads > failed) {
        waits.add(second - last);
        last = second;
      }
    }
    assertThat(waits).containsExactly(1, 2, 4, 8, 16, 32, 64, 64, 64);
    world.missing.clear();
    world.pass(Duration.ofSeconds(65));
    world.checkAllArrived();
  }

  @Test
  void the_second_does_not_overtake_a_first_that_failed() {
    world.send("a", "b", "k1", Label.EXPLODE, null);
    world.send("a", "b", "k2");
    world.send("c", "b", "k3");
    world.run();
    world.pass(Duration.ofMinutes(10));
    assertThat(keys("b")).containsExactly("k3");
    assertThat(world.store.sizes()).containsEntry("outbox", 2L);
  }

  @Test
  void a_command_that_the_server_does_not_know_waits_and_shows_in_health() {
    var cells = new CellPair(ParcelCell.at("a"), ParcelCell.at("b"));
    var outside = world.store;
    outside.submit(
        new Submission(
            ParcelCell.at("x"),
            99,
            Unit.required(
                List.of(
                    new StoreTell(cells, "k1", false, "parcel.unknown", "{}", 0),
                    new StoreTell(
                        new CellPair(ParcelCell.at("a"), ParcelCell.at("c")),
                        "k2",
                        false,
                        "parcel.arrive",
                        "not json",
                        0)),
                List.of(),
                List.of())));
    world.run();
    world = world.kill();
    world.send("a", "d", "k3");
    world.run();
    world.pass(Duration.ofMinutes(1));
    assertThat(keys("d")).containsExactly("k3");
    assertThat(world.outbox.stuck()).isEqualTo(2);
    assertThat(world.troubles.failing()).containsExactly(Outbox.PART);
    assertThat(world.store.sizes()).containsEntry("outbox", 2L);
  }

  @Test
  void a_durable_tell_needs_a_unit_that_keeps_its_writes() {
    var asked =
        world
            .host
            .ask(ParcelCell.at("a"), new ParcelCell.SendCarelessly("b"))
            .toCompletableFuture();
    world.run();
    assertThat(asked).isCompletedExceptionally();
    assertThat(world.store.sizes()).containsEntry("outbox", 0L);
    world.send("a", "b", "k1");
    world.run();
    world.checkAllArrived();
  }

  @Test
  void more_pairs_than_there_is_room_for_are_found_by_scans() {
    world = new TellWorld(new Random(7), 3);
    for (int i = 0; i < 40; i++) world.send("a", "b" + i, "k" + i);
    world.missing.add("b1");
    world.missing.add("b2");
    world.missing.add("b3");
    world.run();
    assertThat(world.outbox.lines()).isLessThanOrEqualTo(3);
    for (int i = 0; i < 60; i++) world.pass(Duration.ofMinutes(1));
    assertThat(ParcelCell.arrived(world.store)).hasSize(37);
    world.missing.clear();
    world.settle();
    world.checkAllArrived();
  }

  @Test
  void what_waited_when_the_process_died_is_delivered_at_the_start() {
    world.missing.add("b");
    for (int i = 0; i < 100; i++) world.send("a" + i, "b", "k" + i);
    world.run();
    world.missing.clear();
    world = world.kill();
    world.run();
    assertThat(keys("b")).hasSize(100);
    world.checkAllArrived();
  }

  @Test
  void a_tell_that_comes_only_once_is_delivered_without_a_read_and_leaves_no_key() {
    world.run();
    world.send("a", "b", ParcelCell.ONCE + "first");
    world.run();
    world.store.unreadable(true);
    for (int i = 0; i < 5; i++) world.send("a", "b", ParcelCell.ONCE + i);
    world.run();
    world.store.unreadable(false);
    assertThat(keys("b")).as("the cells were loaded before").hasSize(6);
    assertThat(world.store.sizes()).containsEntry("handled_tells", 0L);
    world.checkAllArrived();
  }

  @Test
  void without_durable_tells_nothing_is_read_and_no_line_is_made() {
    world.run();
    world.store.unreadable(true);
    world.store.submit(new Submission(ParcelCell.at("a"), 1, Unit.barrier(List.of())));
    world.run();
    assertThat(world.outbox.lines()).isZero();
    assertThat(world.timers.pending()).isZero();
  }

  private record Nested(Map<String, String> map) implements Command {}

  private record Vague(Command inner) implements Command {}

  @Test
  void a_command_that_cannot_be_read_back_is_refused_at_the_start() {
    assertThatThrownBy(() -> new DurableCommand("a.nested", Nested.class))
        .hasMessageContaining("Map");
    assertThatThrownBy(() -> new DurableCommand("a.vague", Vague.class))
        .hasMessageContaining("Command");
    var commands = new DurableCommands();
    commands.add(List.of(ParcelCell.DURABLE));
    assertThatThrownBy(() -> commands.name(new ParcelCell.SendCarelessly("b")))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> commands.add(List.of(ParcelCell.DURABLE)))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void what_is_written_down_survives_every_text() throws Exception {
    var commands = new DurableCommands();
    commands.add(List.of(ParcelCell.DURABLE));
    var command = new ParcelCell.Arrive("\ud800 \u00e9 \"", "\u0000", Label.KEEP, null);
    var json = commands.json(command);
    assertThat(json).isPrintable();
    assertThat(
            commands.read(
                new StoredTell(
                    1,
                    new CellPair(ParcelCell.at("a"), ParcelCell.at("b")),
                    "k",
                    commands.name(command),
                    json)))
        .isEqualTo(command);
  }
}
