package dev.reveille.server.worksource;

import dev.reveille.server.decision.WakeRules;
import dev.reveille.server.job.JobReads;
import dev.reveille.server.job.StoredJob;
import dev.reveille.server.kernel.Cell;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.JobEnd;
import dev.reveille.server.kernel.StartJob;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Owns one work source: when it is asked for which seat, within its budgets, and what it said.
 *
 * <p>A question is counted when its round begins, in the same transaction, and corrected at its
 * end. So a round that is lost was paid for, however often it is lost.
 *
 * <p>The counts of a day are stored, so a restart gains no second budget; a wall clock that is set
 * back does not either. The rest that a source asks for is measured by the clock that does not
 * jump.
 */
final class SourceCell implements Cell {
  static final String KIND = "wake-source";

  /** A job is not longer than this, whatever its number of seats. */
  private static final int MOST_QUESTIONS = 100;

  /** Shows the seats that the source may be asked for now. */
  record AskDue(List<SourceConfig.Watched> seats) implements Command {
    public AskDue {
      seats = List.copyOf(seats);
    }
  }

  private final SourceConfig config;
  private final Clock clock;
  private final Map<String, StoredSource> answers = new TreeMap<>();
  private final Map<String, StoredSourceDay> today = new TreeMap<>();
  private long day;

  /** The number of the last job. Numbers rise, also across restarts. */
  private long number;

  private boolean open;

  /** The questions of the open round; empty if an earlier process began it. */
  private List<SourceRound.Question> asked = List.of();

  private long restUntil;
  private boolean rests;

  SourceCell(SourceConfig config, Clock clock, SourceReads reads, JobReads jobs) {
    this.config = config;
    this.clock = clock;
    for (var answer : reads.answers(config.name())) answers.put(answer.seat(), answer);
    day = Math.floorDiv(clock.wallMillis(), WakeRules.DAY_MILLIS);
    for (var each : reads.days(config.name(), day)) {
      if (each.day() > day) today.clear();
      day = Math.max(day, each.day());
      today.put(each.seat(), each);
    }
    number = jobs.of(at(config.name())).stream().mapToLong(StoredJob::number).max().orElse(0);
    open = number > 0;
  }

  static CellId at(String source) {
    return new CellId(KIND, source);
  }

  @Override
  public Step handle(Command command) {
    return switch (command) {
      case AskDue(var seats) -> ask(seats);
      case JobEnd end -> ended(end);
      default -> throw new IllegalArgumentException("no command of work sources: " + command);
    };
  }

  private Step ask(List<SourceConfig.Watched> seats) {
    if (open || isResting()) return Step.none();
    long now = clock.wallMillis();
    begin(Math.floorDiv(now, WakeRules.DAY_MILLIS));
    long left =
        config.callsPerDay() - today.values().stream().mapToLong(StoredSourceDay::paid).sum();
    var questions = new ArrayList<SourceRound.Question>();
    for (var each : seats) {
      if (questions.size() >= Math.min(left, MOST_QUESTIONS)) break;
      var last = answers.getOrDefault(each.seat(), StoredSource.none(config.name(), each.seat()));
      if (!isDue(last, now) || counts(each.seat()).paid() >= config.seatCallsPerDay()) continue;
      questions.add(new SourceRound.Question(each.seat(), each.login(), last.mark()));
    }
    if (questions.isEmpty()) return Step.none();
    number = Math.max(now, number + 1);
    open = true;
    asked = List.copyOf(questions);
    var writes = new ArrayList<Write>();
    for (var question : questions) writes.add(count(counts(question.seat()).begun(isCommand())));
    var job =
        new StartJob(
            at(config.name()),
            number,
            SourceRound.KIND,
            new SourceRound(config.name(), questions),
            config.limit().toMillis() * (questions.size() + 1));
    writes.add(job);
    return Step.of(Unit.required(writes, List.of(job), List.of()));
  }

  private boolean isCommand() {
    return config.kind() == SourceConfig.Kind.COMMAND;
  }

  private Write count(StoredSourceDay counts) {
    today.put(counts.seat(), counts);
    return new SaveSourceDay(counts);
  }

  private boolean isResting() {
    rests = rests && clock.nanos() < restUntil;
    return rests;
  }

  /** A question is due 10 s early, because this is checked once a minute. */
  private boolean isDue(StoredSource last, long now) {
    return last.askedAt() > now || now - last.askedAt() >= config.every().toMillis() - 10_000;
  }

  private void begin(long present) {
    if (present <= day) return;
    day = present;
    today.clear();
  }

  private StoredSourceDay counts(String seat) {
    return today.getOrDefault(seat, StoredSourceDay.none(config.name(), seat, day));
  }

  private Step ended(JobEnd end) {
    if (!open || end.number() != number) return Step.none();
    open = false;
    var round = asked;
    asked = List.of();
    var writes = new ArrayList<Write>();
    var effects = new ArrayList<Effect>();
    var findings = findings(end, round);
    for (var finding : findings) take(finding, writes, effects);
    for (var question : round) {
      if (findings.stream().anyMatch(each -> each.seat().equals(question.seat()))) continue;
      writes.add(count(counts(question.seat()).notAsked(isCommand())));
    }
    return writes.isEmpty() ? Step.none() : Step.of(Unit.required(writes, effects, List.of()));
  }

  /** Returns what is known of the questions after a round. Those that were not asked have none. */
  private static List<SourceFinding> findings(JobEnd end, List<SourceRound.Question> round) {
    return switch (end) {
      case JobEnd.Done(_, SourceRound.Over(_, var findings)) -> findings;
      case JobEnd.Refused _ -> List.of();
      case JobEnd.Done _, JobEnd.Failed _ -> broken(round, "its round of questions broke off");
      case JobEnd.Lost _ -> broken(round, "its round of questions was lost with its process");
    };
  }

  private static List<SourceFinding> broken(List<SourceRound.Question> round, String reason) {
    return round.stream().map(question -> SourceFinding.failed(question, reason)).toList();
  }

  private void take(SourceFinding finding, List<Write> writes, List<Effect> effects) {
    var before =
        answers.getOrDefault(finding.seat(), StoredSource.none(config.name(), finding.seat()));
    var after = before.after(finding, clock.wallMillis());
    answers.put(finding.seat(), after);
    writes.add(new SaveSource(after));
    writes.add(count(counts(finding.seat()).ended(finding.outcome())));
    effects.add(new SourceEffect(after));
    if (finding.restMillis() > 0) {
      rests = true;
      restUntil = clock.nanos() + finding.restMillis() * 1_000_000;
    }
  }

  /** A source that asked for rest is remembered until it is over. */
  @Override
  public boolean mayUnload() {
    return !open && !isResting();
  }
}
