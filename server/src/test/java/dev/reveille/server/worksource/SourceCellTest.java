package dev.reveille.server.worksource;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import dev.reveille.server.decision.Reading;
import dev.reveille.server.job.JobReads;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.JobEnd;
import dev.reveille.server.kernel.ManualClock;
import dev.reveille.server.kernel.StartJob;
import dev.reveille.server.store.TableContract;
import dev.reveille.server.worksource.SourceConfig.Watched;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A work source is asked for its seats at their times and within its budgets. */
class SourceCellTest extends TableContract {
  private static final String ADA = "@ada";
  private static final String BOB = "@bob";
  private static final SourceConfig CONFIG =
      SourceConfig.all(
              ConfigFactory.parseString(
                  "wake.sources = [{ name = app, kind = issues, url = \"https://tracker.example\","
                      + " seats = [ada, bob], every-minutes = 5, calls-per-day = 30,"
                      + " seat-calls-per-day = 20 }]"))
          .getFirst();

  private final ManualClock clock = new ManualClock();
  private final SourceView view = new SourceView(clock, List.of(new Fixed()));
  private final List<SourceRound> rounds = new ArrayList<>();
  private List<Watched> seats = List.of(new Watched(ADA, "ada-bot"), new Watched(BOB, "bob"));

  @SuppressWarnings("NullAway.Init")
  private SourceCell cell;

  private long number;
  private boolean begun;

  private record Fixed() implements WorkSource {
    @Override
    public SourceConfig config() {
      return CONFIG;
    }

    @Override
    public String words() {
      return "open issues";
    }

    @Override
    public SourceFinding ask(SourceRound.Question question) {
      throw new AssertionError("the cell asks nobody by itself");
    }
  }

  @BeforeEach
  void load() {
    if (!begun) {
      // A little after midnight, so that a test of a day stays within it.
      long day = Duration.ofDays(1).toMillis();
      clock.advance(Duration.ofMillis(day - clock.wallMillis() % day).plusMinutes(10));
      begun = true;
    }
    cell =
        new SourceCell(CONFIG, clock, store.reads(SourceReads.class), store.reads(JobReads.class));
    view.watch("app", List.of(ADA, BOB));
  }

  private void tell(Command command) {
    for (var unit : cell.handle(command).units()) {
      for (var write : unit.writes()) {
        if (!(write instanceof StartJob)) units.required("source", 1, write);
      }
      for (var effect : unit.effects()) {
        if (effect instanceof SourceEffect(var source)) view.set(source);
        if (effect instanceof StartJob job) {
          number = job.number();
          rounds.add((SourceRound) job.request());
        }
      }
    }
    units.await();
  }

  /** A minute passes; returns the questions of the round that it begins. */
  private List<SourceRound.Question> minute() {
    clock.advance(Duration.ofMinutes(1));
    int before = rounds.size();
    tell(new SourceCell.AskDue(seats));
    return rounds.size() == before ? List.of() : rounds.getLast().questions();
  }

  private List<SourceRound.Question> minutes(int count) {
    for (int i = 1; i < count; i++) {
      var asked = minute();
      if (!asked.isEmpty()) return asked;
    }
    return minute();
  }

  private void answer(SourceFinding... findings) {
    tell(new JobEnd.Done(number, new SourceRound.Over("app", List.of(findings))));
  }

  private static SourceFinding counted(SourceRound.Question asked, long count, long newest) {
    return SourceFinding.counted(asked, count, newest, "tag-" + count);
  }

  private Reading of(String seat) {
    return view.counted(seat).getFirst().count();
  }

  private long news(String seat) {
    return view.counted(seat).getFirst().news();
  }

  private Optional<StoredSourceDay> day(String seat) {
    return store.reads(SourceReads.class).since(clock.wallMillis()).stream()
        .filter(each -> each.seat().equals(seat))
        .findFirst();
  }

  @Test
  void each_seat_is_asked_for_once_in_its_interval_with_the_last_mark() {
    assertThat(of(ADA)).as("before the first answer").isEqualTo(Reading.UNKNOWN);
    var asked = minute();
    assertThat(asked).extracting(SourceRound.Question::login).containsExactly("ada-bot", "bob");
    answer(counted(asked.get(0), 2, 7), counted(asked.get(1), 0, 0));
    assertThat(of(ADA)).isEqualTo(Reading.of(2));
    assertThat(of(BOB)).as("none is a number").isEqualTo(Reading.ZERO);
    for (int i = 0; i < 4; i++) assertThat(minute()).isEmpty();
    assertThat(minute()).extracting(SourceRound.Question::mark).containsExactly("tag-2", "tag-0");
  }

  @Test
  void a_count_that_may_be_too_low_says_or_more_also_after_a_restart() {
    var asked = minute();
    answer(counted(asked.get(0), 100, 7).orMore(true), counted(asked.get(1), 1, 0));
    assertThat(view.counted(ADA).getFirst().words()).isEqualTo("or more open issues");
    assertThat(view.counted(BOB).getFirst().words()).isEqualTo("open issues");
    assertThat(store.reads(SourceReads.class).answers("app"))
        .extracting(StoredSource::more)
        .containsExactly(true, false);
  }

  @Test
  void a_failure_is_unknown_with_its_reason_and_what_was_known_comes_back_as_no_news() {
    var asked = minute();
    answer(counted(asked.get(0), 2, 7), counted(asked.get(1), 1, 1));
    long before = news(ADA);
    asked = minutes(5);
    answer(SourceFinding.failed(asked.get(0), "it answered 500"), counted(asked.get(1), 1, 1));
    assertThat(of(ADA)).isEqualTo(Reading.UNKNOWN);
    assertThat(view.failing()).containsEntry("app", "it answered 500");
    assertThat(of(BOB)).as("the other seat keeps its answer").isEqualTo(Reading.of(1));
    assertThat(day(ADA).orElseThrow().failed()).isEqualTo(1);
    asked = minutes(5);
    answer(SourceFinding.unchanged(asked.get(0)), SourceFinding.unchanged(asked.get(1)));
    assertThat(of(ADA)).isEqualTo(Reading.of(2));
    assertThat(news(ADA)).isEqualTo(before);
    assertThat(view.failing()).isEmpty();
  }

  @Test
  void less_work_is_no_news_and_more_or_newer_work_is() {
    var asked = minute();
    answer(counted(asked.get(0), 2, 7), counted(asked.get(1), 0, 0));
    long before = news(ADA);
    asked = minutes(5);
    answer(counted(asked.get(0), 1, 7), counted(asked.get(1), 0, 0));
    assertThat(news(ADA)).isEqualTo(before);
    asked = minutes(5);
    answer(counted(asked.get(0), 1, 8), counted(asked.get(1), 0, 0));
    assertThat(news(ADA)).isNotEqualTo(before);
  }

  @Test
  void an_answer_that_is_too_old_is_unknown() {
    var asked = minute();
    answer(counted(asked.get(0), 2, 7), counted(asked.get(1), 0, 0));
    clock.advance(Duration.ofMinutes(13));
    assertThat(of(ADA)).isEqualTo(Reading.UNKNOWN);
    assertThat(view.failing()).containsKey("app");
  }

  @Test
  void answers_that_changed_nothing_are_free_and_a_day_of_them_is_seen_to_be_cheap() {
    for (int i = 0; i < 24 * 60 - 20; i++) {
      var asked = minute();
      if (asked.isEmpty()) continue;
      var findings =
          asked.stream()
              .map(
                  each ->
                      each.mark().isEmpty() ? counted(each, 0, 0) : SourceFinding.unchanged(each))
              .toArray(SourceFinding[]::new);
      answer(findings);
    }
    var ada = day(ADA).orElseThrow();
    assertThat(ada.calls()).isEqualTo(284);
    assertThat(ada.paid()).isEqualTo(1);
    assertThat(of(ADA)).isEqualTo(Reading.ZERO);
  }

  @Test
  void neither_the_budget_of_a_seat_nor_that_of_the_source_is_exceeded_not_even_by_a_restart() {
    int asked = 0;
    for (int i = 0; i < 20 * 60; i++) {
      var questions = minute();
      asked += questions.size();
      if (!questions.isEmpty()) {
        answer(
            questions.stream()
                .map(each -> counted(each, asked(each), 1))
                .toArray(SourceFinding[]::new));
      }
      if (i == 30) load();
    }
    assertThat(asked).isEqualTo(30);
    assertThat(day(ADA).orElseThrow().paid()).isLessThanOrEqualTo(20);
    assertThat(of(ADA)).as("it is not asked any more").isEqualTo(Reading.UNKNOWN);
    clock.jumpWall(Duration.ofDays(-2));
    assertThat(minute()).as("the clock was set back").isEmpty();
    clock.jumpWall(Duration.ofDays(3));
    assertThat(minute()).as("a new day").isNotEmpty();
  }

  private int asked(SourceRound.Question question) {
    return question.login().length() + rounds.size();
  }

  @Test
  void a_source_that_wants_rest_is_left_alone_whatever_the_wall_clock_does() {
    var asked = minute();
    answer(SourceFinding.failed(asked.get(0), "it answered 429").resting(3_600_000));
    clock.jumpWall(Duration.ofDays(2));
    for (int i = 0; i < 59; i++) assertThat(minute()).isEmpty();
    assertThat(cell.mayUnload()).isFalse();
    assertThat(minutes(2)).hasSize(2);
  }

  @Test
  void a_round_that_was_lost_is_unknown_was_paid_for_and_is_asked_again_after_the_interval() {
    assertThat(minute()).hasSize(2);
    assertThat(minute()).as("one round at a time").isEmpty();
    assertThat(day(ADA).orElseThrow().paid()).as("it is paid for at its begin").isEqualTo(1);
    tell(new JobEnd.Lost(number));
    assertThat(of(ADA)).isEqualTo(Reading.UNKNOWN);
    assertThat(view.failing())
        .containsEntry("app", "its round of questions was lost with its process");
    assertThat(day(ADA).orElseThrow().failed()).isEqualTo(1);
    for (int i = 0; i < 4; i++) assertThat(minute()).isEmpty();
    assertThat(minute()).hasSize(2);
  }

  @Test
  void rounds_that_are_lost_with_their_process_again_and_again_stay_within_the_budget() {
    int asked = 0;
    for (int i = 0; i < 20 * 60; i++) {
      asked += minute().size();
      // The process dies during the round, and its job is forgotten at the next start.
      load();
    }
    assertThat(asked).isEqualTo(30);
    assertThat(day(ADA).orElseThrow().paid()).isLessThanOrEqualTo(20);
  }

  @Test
  void a_round_that_was_not_begun_costs_nothing() {
    assertThat(minute()).hasSize(2);
    tell(new JobEnd.Refused(number, "too many jobs wait"));
    assertThat(day(ADA).orElseThrow().calls()).isZero();
    assertThat(minute()).hasSize(2);
  }

  @Test
  void a_question_that_was_not_asked_because_the_source_wants_rest_costs_nothing() {
    var asked = minute();
    answer(SourceFinding.failed(asked.get(0), "it answered 429").resting(3_600_000));
    assertThat(day(ADA).orElseThrow().paid()).isEqualTo(1);
    assertThat(day(BOB).orElseThrow().calls()).isZero();
  }

  @Test
  void the_questions_do_not_scan() {
    assertSearched(SourceTable.ANSWERS, SourceTable.DAYS, SourceTable.SINCE);
  }
}
