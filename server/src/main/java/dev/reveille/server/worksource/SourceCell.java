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
    var job =
        new StartJob(
            at(config.name()),
            number,
            SourceRound.KIND,
            new SourceRound(config.name(), questions),
            config.limit().toMillis() * (questions.size() + 1));
    return Step.of(Unit.required(List.of(job), List.of(job), List.of()));
  }

  private boolean isResting() {
    rests = rests && clock.nanos() < restUntil;
    return rests;
  }

  /** A little early is due: the seats are shown about once a minute. */
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
    if (!(end instanceof JobEnd.Done(_, SourceRound.Over(_, var findings)))) {
      // Nothing is known of this round: the answers grow old, and the next look asks again.
      return Step.none();
    }
    long now = clock.wallMillis();
    var writes = new ArrayList<Write>();
    var effects = new ArrayList<Effect>();
    for (var finding : findings) {
      var before =
          answers.getOrDefault(finding.seat(), StoredSource.none(config.name(), finding.seat()));
      var after = before.after(finding, now);
      var count =
          counts(finding.seat())
              .plus(finding.outcome(), config.kind() == SourceConfig.Kind.COMMAND);
      answers.put(finding.seat(), after);
      today.put(finding.seat(), count);
      writes.add(new SaveSource(after));
      writes.add(new SaveSourceDay(count));
      effects.add(new SourceEffect(after));
      if (finding.restMillis() > 0) {
        rests = true;
        restUntil = clock.nanos() + finding.restMillis() * 1_000_000;
      }
    }
    return writes.isEmpty() ? Step.none() : Step.of(Unit.required(writes, effects, List.of()));
  }

  /** A source that asked for rest is remembered until it is over. */
  @Override
  public boolean mayUnload() {
    return !open && !isResting();
  }
}
