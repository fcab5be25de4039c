package dev.reveille.server.wake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.SeatState;
import dev.reveille.server.alert.RaiseAlert;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Tell;
import dev.reveille.server.store.TableContract;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** All seats of a team are idle: one wake for each idle state, then a person. */
class TeamTest extends TableContract {
  private static final long MINUTE = 60_000;
  private long now = 1_000 * MINUTE;
  private long ada = now;
  private long bob = now + 1;
  private String adasSession = "s1";
  private boolean inFlight;
  private boolean mayWake = true;
  private SeatState adasState = SeatState.IDLE;
  private final Set<String> refusing = new HashSet<>();
  private TeamCell cell = new TeamCell(WakeRoom.SETTINGS, StoredTeam.NONE);

  private List<Effect> watch() {
    return tell(
        new TeamCell.Watch(
            new TeamLook(
                now,
                List.of(
                    new TeamLook.Member("@bob", SeatState.IDLE, "b1", bob, inFlight, true),
                    new TeamLook.Member("@ada", adasState, adasSession, ada, false, true)),
                mayWake)));
  }

  /** Tells the cell something. A seat that is asked for a wake answers at once. */
  private List<Effect> tell(Command command) {
    var effects = new ArrayList<Effect>();
    for (var unit : cell.handle(command).units()) {
      for (var write : unit.writes()) units.required("team", 1, write);
      effects.addAll(unit.effects());
    }
    units.await();
    for (var asked : wakes(List.copyOf(effects))) {
      var seat = asked.to().name();
      effects.addAll(tell(new TeamCell.WakeAnswered(seat, !refusing.contains(seat), now)));
    }
    return effects;
  }

  private void progress() {
    tell(new TeamCell.MadeProgress(now));
  }

  @Test
  void a_team_of_which_one_works_is_not_idle_however_long_its_turn_takes() {
    adasState = SeatState.ACTIVE;
    assertThat(pass(Duration.ofHours(4))).isEmpty();
  }

  private List<Effect> pass(Duration time) {
    var all = new ArrayList<Effect>();
    for (long left = time.toMinutes(); left >= 5; left -= 5) {
      now += 5 * MINUTE;
      all.addAll(watch());
    }
    return all;
  }

  private static List<Tell> wakes(List<Effect> effects) {
    return tells(effects, WakeCommand.Look.class);
  }

  private static List<Tell> alerts(List<Effect> effects) {
    return tells(effects, RaiseAlert.class);
  }

  private static List<Tell> tells(List<Effect> effects, Class<? extends Command> type) {
    return effects.stream()
        .filter(Tell.class::isInstance)
        .map(Tell.class::cast)
        .filter(tell -> type.isInstance(tell.command()))
        .toList();
  }

  @Test
  void behaviour_80_an_unchanged_idle_team_gets_one_wake() {
    assertThat(pass(Duration.ofMinutes(5))).isEmpty();
    var wakes = wakes(pass(Duration.ofMinutes(15)));
    assertThat(wakes).hasSize(1);
    assertThat(wakes.getFirst().to()).isEqualTo(WakeCell.at("@ada"));
  }

  @Test
  void behaviour_81_a_team_that_acted_and_is_idle_again_gets_another_wake() {
    assertThat(wakes(pass(Duration.ofMinutes(15)))).hasSize(1);
    ada = now;
    progress();
    assertThat(wakes(pass(Duration.ofMinutes(5)))).isEmpty();
    var again = wakes(pass(Duration.ofMinutes(15)));
    assertThat(again).hasSize(1);
    assertThat(again.getFirst().to()).isEqualTo(WakeCell.at("@bob"));
  }

  @Test
  void behaviour_82_a_team_wake_that_did_not_help_is_tried_again_in_bounds() {
    assertThat(wakes(pass(Duration.ofHours(24)))).hasSize(TeamCell.MOST_TRIES);
  }

  @Test
  void behaviour_83_a_second_scheduler_finds_the_wake_in_the_store() {
    assertThat(wakes(pass(Duration.ofMinutes(15)))).hasSize(1);
    reopenStore();
    cell =
        new TeamCell(
            WakeRoom.SETTINGS, store.reads(TeamReads.class).team().orElse(StoredTeam.NONE));
    assertThat(wakes(pass(Duration.ofMinutes(15)))).isEmpty();
  }

  @Test
  void behaviour_93_a_person_is_told_once_if_the_team_stays_idle() {
    var alerts = alerts(pass(Duration.ofHours(12)));
    assertThat(alerts).hasSize(1);
    assertThat(alerts.getFirst().key()).as("it survives the process").isNotNull();
    assertThat(((RaiseAlert) alerts.getFirst().command()).text())
        .contains("All 2 seats of the team are idle")
        .contains("2 wakes did not help");
    ada = now;
    progress();
    assertThat(alerts(pass(Duration.ofHours(12)))).hasSize(1);
  }

  @Test
  void a_seat_that_is_being_woken_is_not_idle() {
    inFlight = true;
    assertThat(wakes(pass(Duration.ofHours(2)))).isEmpty();
  }

  @Test
  void a_seat_that_never_did_anything_counts_as_idle() {
    ada = 0;
    bob = 0;
    assertThat(wakes(watch())).hasSize(1);
    assertThat(watch()).isEmpty();
  }

  @Test
  void a_seat_that_refuses_is_no_try_and_the_next_one_is_asked() {
    refusing.add("@ada");
    var asked = wakes(pass(Duration.ofMinutes(15)));
    assertThat(asked)
        .extracting(Tell::to)
        .containsExactly(WakeCell.at("@ada"), WakeCell.at("@bob"));
    assertThat(store.reads(TeamReads.class).team().orElseThrow().tries()).isEqualTo(1);
  }

  @Test
  void a_team_that_all_refuse_is_asked_again_later_and_the_alert_says_that_none_could_be_woken() {
    refusing.addAll(List.of("@ada", "@bob"));
    var all = pass(Duration.ofHours(12));
    assertThat(store.reads(TeamReads.class).team().orElseThrow().tries()).isZero();
    assertThat(wakes(all)).hasSizeBetween(20, 150);
    assertThat(((RaiseAlert) alerts(all).getFirst().command()).text())
        .contains("none could be woken");
  }

  @Test
  void the_next_try_goes_to_another_seat() {
    assertThat(wakes(pass(Duration.ofMinutes(60))))
        .extracting(Tell::to)
        .startsWith(WakeCell.at("@ada"), WakeCell.at("@bob"));
  }

  @Test
  void sessions_that_come_and_go_for_nothing_make_no_new_cycle_and_a_person_is_told() {
    var all = new ArrayList<Effect>();
    for (int i = 0; i < 12; i++) {
      all.addAll(pass(Duration.ofMinutes(40)));
      // Ada is started, says the one thing that the boot prompt asks for, and ends.
      ada = now;
      adasState = SeatState.ACTIVE;
      adasSession = "s" + (i + 2);
      all.addAll(watch());
      all.addAll(tell(new TeamCell.Spoke("@ada", false, now)));
      adasState = SeatState.ENDED;
    }
    assertThat(wakes(all)).hasSize(TeamCell.MOST_TRIES);
    assertThat(alerts(all)).hasSize(1);
  }

  @Test
  void an_answer_and_a_second_message_of_a_session_are_progress() {
    pass(Duration.ofMinutes(15));
    long before = store.reads(TeamReads.class).team().orElseThrow().progressAt();
    now += 5 * MINUTE;
    tell(new TeamCell.Spoke("@ada", false, now));
    assertThat(store.reads(TeamReads.class).team().orElseThrow().progressAt()).isEqualTo(before);
    tell(new TeamCell.Spoke("@ada", false, now));
    assertThat(store.reads(TeamReads.class).team().orElseThrow().progressAt()).isEqualTo(now);
    now += 5 * MINUTE;
    tell(new TeamCell.Spoke("@bob", true, now));
    assertThat(store.reads(TeamReads.class).team().orElseThrow().progressAt()).isEqualTo(now);
  }

  @Test
  void a_team_that_may_not_be_woken_is_watched_all_the_same() {
    mayWake = false;
    var all = pass(Duration.ofHours(12));
    assertThat(wakes(all)).isEmpty();
    assertThat(alerts(all)).hasSize(1);
    assertThat(((RaiseAlert) alerts(all).getFirst().command()).text())
        .contains("nobody is woken while pulses are off");
  }

  @Test
  void the_question_does_not_scan() {
    assertSearched(TeamTable.TEAM);
  }
}
