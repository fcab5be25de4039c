package dev.reveille.server.decision;

import static dev.reveille.server.wake.WakeRoom.ADA;
import static dev.reveille.server.wake.WakeRoom.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Committer;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.report.MorningReport;
import dev.reveille.server.report.NeedsPerson;
import dev.reveille.server.report.NightSeats;
import dev.reveille.server.report.PlainNight;
import dev.reveille.server.report.ReportJson;
import dev.reveille.server.report.ReportText;
import dev.reveille.server.wake.WakeCommand;
import dev.reveille.server.wake.WakeRoom;
import dev.reveille.server.worksource.StoredSourceDay;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Explanations, replays and the report of a night. */
class WakeReplayTest {
  private final WakeRoom room = new WakeRoom();

  private WakeReads reads() {
    return room.store.reads(WakeReads.class);
  }

  private static final NightSeats SEATS =
      new PlainNight() {
        @Override
        public Reading unread(String seat) {
          return Reading.UNKNOWN;
        }

        @Override
        public List<StoredSourceDay> sourceDays(long since) {
          return List.of(new StoredSourceDay("app", "@ada", 1, 288, 286, 1, 0));
        }

        @Override
        public long starts(long begin, long end) {
          return 0;
        }

        @Override
        public List<NeedsPerson> needs() {
          return List.of(new NeedsPerson(NeedsPerson.Kind.LOST_SEAT, "@cy", 5, "@cy is lost"));
        }
      };

  @Test
  void a_past_decision_is_explained_in_plain_words() {
    room.pass(Duration.ofHours(1));
    long quiet = room.clock.wallMillis();
    room.clock.advance(Duration.ofMinutes(5));
    room.mailFrom(BOB, 1, 0);
    var nonce = room.pulse().getFirst().nonce();
    room.clock.advance(Duration.ofSeconds(9));
    room.tell(new WakeCommand.TurnBegan(nonce));
    assertThat(WakeExplanation.text(reads().at(ADA, quiet).orElseThrow()))
        .contains("@ada was not woken, because there is nothing to do.")
        .contains("The same answer 12 times");
    assertThat(WakeExplanation.text(room.last()))
        .contains("@ada was nudged in its harness, because mail of high priority is unread.")
        .contains("Proof: a turn began with its nonce (9 s after the decision).");
  }

  @Test
  void a_no_says_what_it_would_have_been_woken_for() {
    room.mailFrom(BOB, 1, 0);
    room.gate = new StoredGate(GateState.CLOSED, 1, "root", "maintenance");
    room.pulse();
    assertThat(WakeExplanation.text(room.last()))
        .contains("because a person closed the gate")
        .contains("It would have been woken, because mail of high priority is unread.");
    assertThat(WakeExplanation.json(room.last())).contains("\"name\":\"GATE_CLOSED\"");
  }

  @Test
  void a_replay_of_todays_decisions_finds_no_difference() {
    room.mailFrom(BOB, 1, 2);
    room.pass(Duration.ofHours(6));
    var result = WakeReplay.since(reads(), 0);
    assertThat(result.looked()).isEqualTo(room.rows());
    assertThat(result.different()).isZero();
  }

  @Test
  void a_replay_shows_a_decision_that_is_different_now() {
    room.mailFrom(BOB, 1, 0);
    room.pulse();
    var old = room.last();
    var other =
        new StoredDecision(
            ADA,
            99,
            old.firstAt(),
            old.lastAt(),
            1,
            WakeAction.NONE,
            "NO_SUCH_REASON",
            old.inputs(),
            null,
            null);
    room.store.submit(
        new Committer.Submission(
            new CellId("wake", ADA),
            1,
            Unit.required(List.of(new SaveDecision(other)), List.of(), List.of())));
    room.store.commitAll();
    var result = WakeReplay.since(reads(), 0);
    assertThat(result.different()).isEqualTo(1);
    assertThat(result.shown().getFirst().now().action()).isEqualTo(WakeAction.NUDGE);
    assertThat(WakeReplay.json(result))
        .contains("\"before\":\"NONE\"")
        .contains("\"now\":\"NUDGE\"");
  }

  @Test
  void behaviour_92_the_report_counts_wakes_latency_and_reasons() {
    long since = room.clock.wallMillis();
    room.pass(Duration.ofHours(2));
    room.mailFrom(BOB, 1, 0);
    var nonce = room.pulse().getFirst().nonce();
    room.clock.advance(Duration.ofSeconds(30));
    room.tell(new WakeCommand.TurnBegan(nonce));
    var report = MorningReport.make(reads(), SEATS, since, room.clock.wallMillis());
    var ada = report.seats().getFirst();
    assertThat(ada.looks()).isEqualTo(25);
    assertThat(ada.wakes()).containsEntry(WakeProof.STARTED, 1L);
    assertThat(ada.skipped()).containsEntry(WakeReason.NOTHING_TO_DO, 24L);
    assertThat(ada.recovery()).containsExactly(30_000L);
    assertThat(ReportText.text(report, SEATS))
        .contains("Needs a person: 1")
        .contains("@cy is lost")
        .contains("@ada, idle: 25 looks, 1 wakes (1 started), unread now unknown")
        .contains("Idling: 24 looks that woke nobody started 0 processes")
        .contains("1 turns began, 0 sessions were started")
        .contains("Work source app: 288 calls (286 unchanged and free, 1 failed), 0 processes");
    assertThat(ReportText.markdown(report, SEATS)).startsWith("# Since ");
    assertThat(ReportJson.of(report, SEATS)).contains("\"tokens\":null").contains("\"STARTED\":1");
  }

  @Test
  void the_report_of_a_failed_night_says_so() {
    long since = room.clock.wallMillis();
    room.mailFrom(BOB, 1, 0);
    room.pass(Duration.ofMinutes(20));
    var report = MorningReport.make(reads(), SEATS, since, room.clock.wallMillis());
    assertThat(ReportText.text(report, SEATS))
        .contains("@ada: nothing was heard of it after a wake");
    assertThat(report.needs()).isSortedAccordingTo((a, b) -> Long.compare(a.since(), b.since()));
  }
}
