package dev.reveille.server.worksource;

import dev.reveille.protocol.Json;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.outgoing.OutgoingAnswer;
import dev.reveille.server.outgoing.OutgoingClient;
import dev.reveille.server.outgoing.OutgoingLimits;
import dev.reveille.server.outgoing.OutgoingRequest;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The open issues that are assigned to a seat, as GitHub and servers like it list them. Pull
 * requests in the list are not counted. Of an answer only numbers are used, never a text.
 *
 * <p>A list that did not change is answered with 304, which costs no call. If the server says how
 * many calls are left, or to come again later, that is followed.
 */
public final class IssuesSource implements WorkSource {
  private static final int PAGE = 100;
  private static final int MOST_BYTES = 4 << 20;
  private static final int MOST_MARK = 200;
  private static final long HOUR = 3_600_000;
  private static final long USUAL_REST = 15 * 60_000;
  private static final long LONGEST_REST = 24 * HOUR;

  private final SourceConfig config;
  private final OutgoingClient client;
  private final Clock clock;

  public IssuesSource(SourceConfig config, OutgoingClient client, Clock clock) {
    this.config = config;
    this.client = client;
    this.clock = clock;
  }

  @Override
  public SourceConfig config() {
    return config;
  }

  @Override
  public String words() {
    return "open issues (" + config.name() + ")";
  }

  @Override
  public SourceFinding ask(SourceRound.Question question) throws InterruptedException {
    var answer = client.send(request(question));
    if (Thread.interrupted()) throw new InterruptedException();
    return switch (answer) {
      case OutgoingAnswer.Answered answered -> read(question, answered);
      case OutgoingAnswer.Refused(var reason) -> SourceFinding.failed(question, reason);
      case OutgoingAnswer.Failed(var reason, _) -> SourceFinding.failed(question, reason);
    };
  }

  private OutgoingRequest request(SourceRound.Question question) {
    var url = config.url() + (config.url().contains("?") ? "&" : "?");
    var login = URLEncoder.encode(question.login(), StandardCharsets.UTF_8);
    var request =
        OutgoingRequest.get(url + "assignee=" + login + "&state=open&per_page=" + PAGE)
            .within(OutgoingLimits.USUAL.total(config.limit()).answerBytes(MOST_BYTES))
            .header("Accept", "application/vnd.github+json")
            .header("User-Agent", "reveille");
    if (!config.token().isEmpty()) {
      request = request.header("Authorization", "Bearer " + config.token());
    }
    return question.mark().isEmpty() ? request : request.header("If-None-Match", question.mark());
  }

  private SourceFinding read(SourceRound.Question asked, OutgoingAnswer.Answered answer) {
    return finding(asked, answer).resting(rest(answer));
  }

  private static SourceFinding finding(SourceRound.Question asked, OutgoingAnswer.Answered answer) {
    if (answer.status() == 304 && !asked.mark().isEmpty()) return SourceFinding.unchanged(asked);
    if (answer.status() != 200) {
      return SourceFinding.failed(asked, "it answered " + answer.status());
    }
    var list = Json.read(answer.body().text()).filter(read -> read.isArray());
    if (list.isEmpty()) return SourceFinding.failed(asked, "its answer is no list");
    long count = 0;
    long newest = 0;
    for (var issue : list.get()) {
      if (!issue.isObject() || !issue.path("number").isIntegralNumber()) {
        return SourceFinding.failed(asked, "its list has something that is no issue");
      }
      if (issue.has("pull_request")) continue;
      count++;
      newest = Math.max(newest, issue.path("number").asLong());
    }
    // What lies behind a full page was not seen: it may be issues, so it is not known that there
    // are
    // none.
    if (count == 0 && list.get().size() >= PAGE) {
      return SourceFinding.failed(
          asked,
          "its first " + list.get().size() + " entries are no issues, and there may be more");
    }
    var mark = answer.header("etag").filter(tag -> tag.length() <= MOST_MARK).orElse("");
    return SourceFinding.counted(asked, count, newest, mark).orMore(list.get().size() >= PAGE);
  }

  /** Returns how long to wait before the next request. */
  private long rest(OutgoingAnswer.Answered answer) {
    var after = number(answer, "retry-after");
    if (after.isPresent()) return limited(after.get() * 1_000);
    boolean refused = answer.status() == 403 || answer.status() == 429;
    var left = number(answer, "x-ratelimit-remaining");
    if (left.isPresent() && left.get() == 0) {
      // The time is that of another clock: it is trusted within limits.
      return number(answer, "x-ratelimit-reset")
          .map(reset -> limited(reset * 1_000 - clock.wallMillis()))
          .orElse(HOUR);
    }
    return refused ? USUAL_REST : 0;
  }

  private static long limited(long millis) {
    return Math.clamp(millis, 60_000, LONGEST_REST);
  }

  private static Optional<Long> number(OutgoingAnswer.Answered answer, String header) {
    return answer
        .header(header)
        .map(String::strip)
        .filter(text -> text.matches("[0-9]{1,12}"))
        .map(Long::valueOf);
  }
}
