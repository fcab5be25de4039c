package dev.reveille.server.alert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.app.AllMemoryTables;
import dev.reveille.server.job.JobReads;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Committer;
import dev.reveille.server.kernel.JobEnd;
import dev.reveille.server.kernel.ManualClock;
import dev.reveille.server.kernel.StartJob;
import dev.reveille.server.store.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Alerts: stored first, told at least once, and not too often. */
class AlertCellTest {
  private static final int PER_HOUR = 3;

  private final ManualClock clock = new ManualClock();
  private final MemoryStore store = new MemoryStore(AllMemoryTables.make(), () -> {});
  private final List<StartJob> jobs = new ArrayList<>();
  private AlertCell cell = load();

  AlertCellTest() {
    clock.advance(Duration.ofDays(1));
  }

  private AlertCell load() {
    return new AlertCell(
        clock, PER_HOUR, store.reads(AlertReads.class), store.reads(JobReads.class));
  }

  private void tell(Command command) {
    for (var unit : cell.handle(command).units()) {
      assertThat(unit.required()).isTrue();
      store.submit(new Committer.Submission(AlertCell.ID, 1, unit));
      store.commitAll();
      for (var effect : unit.effects()) if (effect instanceof StartJob job) jobs.add(job);
    }
  }

  private void minutes(int count) {
    for (int i = 0; i < count; i++) {
      clock.advance(Duration.ofMinutes(1));
      tell(new AlertCell.TryDue());
    }
  }

  private String text() {
    return ((AlertJob.Alert) jobs.getLast().request()).text();
  }

  private void told() {
    tell(
        new JobEnd.Done(
            jobs.getLast().number(), new AlertJob.AlertTold(List.of("mail"), List.of())));
  }

  private void failed() {
    tell(
        new JobEnd.Done(
            jobs.getLast().number(), new AlertJob.AlertTold(List.of(), List.of("mail: no"))));
  }

  private StoredAlert stored(String key) {
    return store.reads(AlertReads.class).alerts(100).stream()
        .filter(each -> each.key().equals(key))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void an_alert_is_stored_and_told_at_once_and_a_repeat_of_it_is_nothing() {
    tell(new RaiseAlert("gate:1", "The gate tripped."));
    assertThat(jobs).hasSize(1);
    assertThat(text()).isEqualTo("The gate tripped.");
    told();
    tell(new RaiseAlert("gate:1", "The gate tripped."));
    minutes(180);
    assertThat(jobs).hasSize(1);
    assertThat(stored("gate:1").ways()).isEqualTo("mail");
  }

  @Test
  void what_nobody_could_be_told_is_tried_again_later_each_time() {
    tell(new RaiseAlert("seat:1", "A seat is lost."));
    failed();
    assertThat(jobs).hasSize(1);
    minutes(1);
    assertThat(jobs).hasSize(2);
    failed();
    minutes(1);
    assertThat(jobs).as("the second wait is two minutes").hasSize(2);
    minutes(1);
    assertThat(jobs).hasSize(3);
    told();
    minutes(120);
    assertThat(jobs).hasSize(3);
    assertThat(stored("seat:1").tries()).isEqualTo(2);
  }

  @Test
  void an_alert_whose_process_died_is_told_again_after_the_restart() {
    tell(new RaiseAlert("seat:1", "A seat is lost."));
    cell = load();
    minutes(1);
    assertThat(jobs).as("the lost job is not over yet").hasSize(1);
    tell(new JobEnd.Lost(jobs.getFirst().number()));
    assertThat(jobs).hasSize(2);
    assertThat(text()).isEqualTo("A seat is lost.");
  }

  @Test
  void a_storm_of_alerts_is_a_few_messages_and_none_is_lost() {
    for (int i = 0; i < 40; i++) {
      tell(new RaiseAlert("seat:" + i, "Seat " + i + " is lost."));
      if (i % 5 == 4) {
        told();
        clock.advance(Duration.ofMinutes(1));
      }
    }
    assertThat(jobs).hasSize(PER_HOUR);
    minutes(61);
    told();
    minutes(120);
    told();
    assertThat(jobs.size()).isBetween(PER_HOUR + 1, 2 * PER_HOUR);
    assertThat(text()).contains("more. Look with: reveille report");
    assertThat(store.reads(AlertReads.class).alerts(100))
        .hasSize(40)
        .allMatch(alert -> alert.toldAt() > 0);
  }

  @Test
  void an_alert_is_one_line_whatever_stands_in_it() {
    var alert = new RaiseAlert("gate:\r\nBcc: x", "line one\r\nline\u2028two\u0000\u202e");
    assertThat(alert.text()).doesNotContainPattern("[\\p{Cntrl}\u2028\u202e]");
    assertThat(alert.key()).matches("[A-Za-z0-9@_.:#-]+");
    assertThat(new RaiseAlert("k", "x".repeat(9_000)).text()).hasSize(400);
  }

  @Test
  void a_clock_that_is_set_back_holds_no_alert_up() {
    tell(new RaiseAlert("seat:1", "A seat is lost."));
    failed();
    clock.jumpWall(Duration.ofDays(-3));
    minutes(1);
    assertThat(jobs).hasSize(2);
  }
}
