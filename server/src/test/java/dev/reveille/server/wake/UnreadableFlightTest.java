package dev.reveille.server.wake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.app.Features;
import dev.reveille.server.decision.SaveDecision;
import dev.reveille.server.decision.SaveWake;
import dev.reveille.server.decision.StoredDecision;
import dev.reveille.server.decision.StoredWake;
import dev.reveille.server.decision.WakeAction;
import dev.reveille.server.decision.WakeReads;
import dev.reveille.server.decision.WakeReason;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Committer;
import dev.reveille.server.kernel.Failures;
import dev.reveille.server.kernel.Ids;
import dev.reveille.server.kernel.ManualClock;
import dev.reveille.server.kernel.SeededRandomness;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.store.DataFolder;
import dev.reveille.server.store.JdbcStore;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A seat whose action in flight cannot be read. */
class UnreadableFlightTest {
  private static final Duration PATIENCE = WakeRoom.SETTINGS.patience();

  @TempDir Path folder = Path.of("");
  private final ManualClock clock = new ManualClock();
  private final WakeRoom room = new WakeRoom();

  private static JdbcStore open(DataFolder data) {
    return JdbcStore.open(data, Features.TABLES, new Failures());
  }

  private DataFolder data() {
    return DataFolder.open(folder, Instant.EPOCH);
  }

  private void damage(String change) throws Exception {
    try (var data = data();
        var store = open(data)) {
      var flight = new StoredWake.Flight(1, clock.wallMillis(), "nonce", WakeAction.NUDGE, 0);
      var wake = StoredWake.none(WakeRoom.ADA, 0).wokenAt(clock.wallMillis()).with(flight, 0);
      store.submit(
          new Committer.Submission(
              new CellId("wake", WakeRoom.ADA),
              1,
              Unit.required(List.of(new SaveWake(wake)), List.of(), List.of())));
    }
    var url = "jdbc:sqlite:" + folder.resolve("reveille.db");
    try (var other = DriverManager.getConnection(url);
        var statement = other.createStatement()) {
      assertThat(statement.executeUpdate("UPDATE wake_seats SET " + change)).isEqualTo(1);
    }
  }

  /** Looks once at ada, who has mail; returns the answer. */
  private StoredDecision look(JdbcStore store) {
    var ids = new Ids(clock, new SeededRandomness(1));
    var cell =
        new WakeCell(WakeRoom.ADA, clock, ids, WakeRoom.SETTINGS, store.reads(WakeReads.class));
    room.mailFrom(WakeRoom.BOB, 1, 0);
    room.clock.advance(Duration.ofMillis(clock.wallMillis() - room.clock.wallMillis()));
    for (var unit : cell.resume(WakeCommand.Look.PULSE, room.sensed()).units()) {
      for (var write : unit.writes()) {
        if (write instanceof SaveDecision(var decision)) return decision;
      }
    }
    throw new AssertionError("no decision");
  }

  @Test
  void behaviour_08_an_action_that_cannot_be_read_holds_its_seat_and_the_ledger_says_why()
      throws Exception {
    clock.advance(Duration.ofHours(2));
    damage("flight_action = 'NONSENSE'");
    try (var data = data();
        var store = open(data)) {
      clock.advance(Duration.ofMinutes(5));
      var decision = look(store);
      assertThat(decision.isYes()).isFalse();
      assertThat(decision.because()).contains(WakeReason.ACTION_IN_FLIGHT);
    }
  }

  @Test
  void behaviour_08_it_holds_its_seat_no_longer_than_any_other_action() throws Exception {
    clock.advance(Duration.ofHours(2));
    damage("flight_action = NULL");
    try (var data = data();
        var store = open(data)) {
      clock.advance(PATIENCE.plusMinutes(1));
      assertThat(look(store).isYes()).isTrue();
    }
  }
}
