package dev.reveille.server.worksource;

import dev.reveille.server.kernel.JobKind;
import dev.reveille.server.kernel.JobRequest;
import dev.reveille.server.kernel.JobResult;
import java.util.ArrayList;
import java.util.List;

/** One round of questions to a work source. A job. */
public record SourceRound(String source, List<Question> questions) implements JobRequest {
  static final String KIND = "work_source";
  private static final int AT_ONCE = 4;

  /**
   * A question for one seat.
   *
   * @param login the seat's name at the source
   * @param mark what the source said last
   */
  public record Question(String seat, String login, String mark) {}

  /**
   * The answers. Questions that were not asked have none.
   *
   * @param source the name of the source
   */
  public record Over(String source, List<SourceFinding> findings) implements JobResult {
    public Over {
      findings = List.copyOf(findings);
    }
  }

  public SourceRound {
    questions = List.copyOf(questions);
  }

  static JobKind<SourceRound> kind(List<WorkSource> sources) {
    return new JobKind<>(
        KIND,
        SourceRound.class,
        AT_ONCE,
        Math.max(AT_ONCE, sources.size()),
        round -> ask(sources, round));
  }

  /** Asks until the source wants rest. */
  private static Over ask(List<WorkSource> sources, SourceRound round) throws InterruptedException {
    var findings = new ArrayList<SourceFinding>();
    for (var source : sources) {
      if (!source.config().name().equals(round.source())) continue;
      for (var question : round.questions()) {
        var finding = source.ask(question);
        findings.add(finding);
        if (finding.restMillis() > 0) break;
      }
    }
    return new Over(round.source(), findings);
  }
}
