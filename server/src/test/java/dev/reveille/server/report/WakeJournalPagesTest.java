package dev.reveille.server.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Json;
import dev.reveille.protocol.SeatState;
import dev.reveille.server.decision.WakeProof;
import dev.reveille.server.observe.FacetPage;
import dev.reveille.server.observe.Viewer;
import dev.reveille.server.wake.WakeCommand;
import dev.reveille.server.wake.WakeRoom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The wake journal and the morning report, as JSON. */
class WakeJournalPagesTest {
  private static final Viewer ADMIN = new Viewer(true, _ -> true);
  private static final Viewer GUEST = new Viewer(false, _ -> false);
  private final WakeRoom room = new WakeRoom();

  private FacetPage.Answer ask(String path, Viewer viewer, Map<String, String> query) {
    var pages = new ArrayList<>(new WakeJournalPages(room.store).pages());
    pages.addAll(new MorningPages(room.store, room.clock).pages());
    var page = pages.stream().filter(each -> each.path().equals(path)).findFirst().orElseThrow();
    return page.content().answer(new FacetPage.Question(Map.of("id", WakeRoom.ADA), query), viewer);
  }

  private JsonNode found(String path, String... query) {
    var fields = new java.util.HashMap<String, String>();
    for (int i = 0; i < query.length; i += 2) fields.put(query[i], query[i + 1]);
    var answer = ask(path, ADMIN, fields);
    assertThat(answer).isInstanceOf(FacetPage.Answer.Found.class);
    return Json.read(((FacetPage.Answer.Found) answer).json()).orElseThrow();
  }

  @Test
  void a_decision_has_its_reasons_its_inputs_in_words_and_a_ladder_that_claims_nothing() {
    room.mailFrom(WakeRoom.BOB, 1, 1);
    var wake = room.pulse().getFirst();
    room.tell(new WakeCommand.HandedOver(wake.nonce(), WakeProof.OFFERED, true));
    var row = found("/seats/{id}/decisions").path("decisions").path(0);
    assertThat(row.path("woken").asBoolean()).isTrue();
    assertThat(row.path("causes").findValuesAsString("words"))
        .contains("mail of high priority is unread");
    assertThat(row.path("inputs").toString()).contains("1 high, 1 normal");
    var reached = new ArrayList<String>();
    for (var step : row.path("ladder")) {
      if (step.path("reached").asBoolean()) reached.add(step.path("step").asString());
    }
    assertThat(reached).containsExactly("stored", "offered");
    room.tell(new WakeCommand.TurnBegan(wake.nonce()));
    var later = found("/seats/{id}/decisions").path("decisions").path(0).path("ladder");
    assertThat(later.path(3).path("reached").asBoolean()).isTrue();
    assertThat(later.path(3).path("at").isIntegralNumber()).isTrue();
    assertThat(later.path(4).path("reached").asBoolean()).isFalse();
  }

  @Test
  void equal_refusals_are_one_row_with_a_count_and_pages_follow_one_another() {
    room.pass(Duration.ofMinutes(20));
    for (int i = 0; i < 6; i++) {
      room.state = i % 2 == 0 ? SeatState.ACTIVE : SeatState.IDLE;
      room.pulse();
    }
    var all = found("/seats/{id}/decisions").path("decisions");
    assertThat(all.path(all.size() - 1).path("times").asInt()).isEqualTo(4);
    var first = found("/seats/{id}/decisions", "limit", "2");
    var next =
        found("/seats/{id}/decisions", "limit", "2", "before", first.path("before").asString());
    assertThat(next.path("decisions").path(0).path("n").asInt())
        .isEqualTo(first.path("decisions").path(1).path("n").asInt() - 1);
  }

  @Test
  void a_question_about_a_time_finds_the_decision_in_force_and_a_replay_repeats_it() {
    room.pulse();
    long before = room.clock.wallMillis() + 60_000;
    room.clock.advance(Duration.ofHours(1));
    room.mailFrom(WakeRoom.BOB, 0, 1);
    room.pulse();
    var then = found("/seats/{id}/why", "at", Long.toString(before)).path("decision");
    assertThat(then.path("woken").asBoolean()).isFalse();
    assertThat(found("/seats/{id}/why").path("decision").path("woken").asBoolean()).isTrue();
    var replay = found("/seats/{id}/replay", "n", then.path("n").asString());
    assertThat(replay.path("same").asBoolean()).isTrue();
    assertThat(ask("/seats/{id}/replay", ADMIN, Map.of("n", "99")))
        .isInstanceOf(FacetPage.Answer.Unknown.class);
    assertThat(ask("/seats/{id}/why", ADMIN, Map.of("at", "yesterday")))
        .isInstanceOf(FacetPage.Answer.Malformed.class);
  }

  @Test
  void a_guest_sees_the_counts_of_a_night_and_no_decision() {
    room.mailFrom(WakeRoom.BOB, 1, 0);
    room.pulse();
    for (var path : new String[] {"decisions", "why", "replay"}) {
      assertThat(ask("/seats/{id}/" + path, GUEST, Map.of("n", "1")))
          .isInstanceOf(FacetPage.Answer.Forbidden.class);
    }
    var answer = (FacetPage.Answer.Found) ask("/morning", GUEST, Map.of());
    var night = Json.read(answer.json()).orElseThrow();
    assertThat(night.path("wakes").asInt()).isEqualTo(1);
    for (var hidden : new String[] {"needs", "nights", "names", "tasks_finished"}) {
      assertThat(night.has(hidden)).as(hidden).isFalse();
    }
  }

  @Test
  void an_empty_night_says_so_and_a_failed_one_counts_its_wakes_in_vain() {
    assertThat(found("/morning").path("quiet").asBoolean()).isTrue();
    room.mailFrom(WakeRoom.BOB, 1, 0);
    room.pulse();
    room.pass(Duration.ofMinutes(20));
    var night = found("/morning");
    assertThat(night.path("quiet").asBoolean()).isFalse();
    assertThat(night.path("wakes").asInt()).isPositive();
    assertThat(night.path("began").asInt()).isZero();
    assertThat(night.path("days").path(0).path("median_ms").isNull()).isTrue();
    assertThat(night.path("needs").toString()).contains("nothing was heard of it");
    assertThat(night.path("refused").findValuesAsString("name")).contains("ACTION_IN_FLIGHT");
  }
}
