package dev.reveille.server.report;

import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.TaskState;
import dev.reveille.server.decision.Reading;
import dev.reveille.server.decision.WakeReads;
import dev.reveille.server.identity.AgentReads;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.observe.FacetPage;
import dev.reveille.server.observe.FacetPage.Answer;
import dev.reveille.server.observe.FacetPage.Parameter;
import dev.reveille.server.observe.FacetPage.Question;
import dev.reveille.server.observe.Viewer;
import dev.reveille.server.seat.SeatReads;
import dev.reveille.server.store.Store;
import dev.reveille.server.task.StoredTask;
import dev.reveille.server.task.TaskFindingReads;
import dev.reveille.server.task.TaskReads;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The first page of the dashboard: what happened while nobody looked. Administrators see all of it,
 * other viewers the counts.
 */
final class MorningPages {
  private static final int TASKS = 500;
  private static final Duration USUAL = Duration.ofHours(12);

  private final Store store;
  private final Clock clock;
  private final NightSeats night;

  MorningPages(Store store, Clock clock) {
    this.store = store;
    this.clock = clock;
    night = new StoredNight(store, clock);
  }

  List<FacetPage> pages() {
    return List.of(
        new FacetPage(
            "/morning",
            "What happened since a time: counts, and for administrators what needs a person.",
            List.of(
                new Parameter("since", "Milliseconds; usually 12 hours ago."),
                new Parameter("until", "Milliseconds; usually now.")),
            this::morning));
  }

  private Answer morning(Question question, Viewer viewer) {
    long now = clock.wallMillis();
    long until = PageNumbers.of(question, "until", now);
    long since = PageNumbers.of(question, "since", until - USUAL.toMillis());
    if (since < 0 || until < 0 || since > until) {
      return new Answer.Malformed("The time is no range of milliseconds");
    }
    var count = NightCount.of(store.reads(WakeReads.class), since, until);
    var tasks = new Tasks(since, until);
    var json =
        new JsonText(4096)
            .field("since", since)
            .field("until", until)
            .field("seats", store.reads(SeatReads.class).count())
            .field("finished", tasks.finished.size())
            .field("failed", tasks.failed.size())
            .field("stalled", tasks.stalled.size())
            .field("gate", store.reads(WakeReads.class).gate().state().name())
            .field("quiet", count.isQuiet() && tasks.none());
    count.addTo(json);
    if (viewer.seesPrivate()) whole(json, since, until, tasks);
    return new Answer.Found(json.text());
  }

  private void whole(JsonText json, long since, long until, Tasks tasks) {
    var report = MorningReport.make(store.reads(WakeReads.class), night, since, until);
    var named = new HashSet<String>();
    json.rawList(
        "needs", report.needs().stream().map(need -> need(need.since(), need.what())).toList());
    json.rawList("nights", report.seats().stream().map(each -> night(each, named)).toList());
    json.raw("cost", report.cost().json());
    tasks.addTo(json, named);
    var names = new JsonText(256);
    for (var id : named) {
      store.reads(AgentReads.class).agent(id).ifPresent(agent -> names.field(id, agent.name()));
    }
    json.raw("names", names.text());
  }

  private static byte[] need(long since, String what) {
    return new JsonText(160).field("since", since).field("what", what).bytes();
  }

  private static byte[] night(MorningReport.SeatNight seat, Set<String> named) {
    named.add(seat.seat());
    return new JsonText(256)
        .field("id", seat.seat())
        .field("state", seat.state())
        .field("looks", seat.looks())
        .field("wakes", seat.sent())
        .raw("unread", number(seat.unread()))
        .raw("tokens", number(seat.tokens()))
        .bytes();
  }

  /** Returns a measured number, or null: unknown is never shown as zero. */
  private static String number(Reading reading) {
    return reading.known() ? Long.toString(reading.value()) : "null";
  }

  /** The tasks that ended in a time, and those that stand still now. */
  private final class Tasks {
    final List<StoredTask> finished;
    final List<StoredTask> failed = new ArrayList<>();
    final List<TaskFindingReads.StoredFinding> stalled;

    Tasks(long since, long until) {
      finished = ended(TaskState.COMPLETED, since, until);
      for (var state : List.of(TaskState.FAILED, TaskState.REJECTED, TaskState.EXPIRED)) {
        failed.addAll(ended(state, since, until));
      }
      stalled = store.reads(TaskFindingReads.class).findings();
    }

    boolean none() {
      return finished.isEmpty() && failed.isEmpty();
    }

    private List<StoredTask> ended(TaskState state, long since, long until) {
      return store.reads(TaskReads.class).in(state, Long.MAX_VALUE, TASKS).stream()
          .map(TaskReads.Placed::task)
          .filter(task -> isIn(task.progress().endedAt(), since, until))
          .toList();
    }

    private static boolean isIn(@Nullable Long at, long since, long until) {
      return at != null && at >= since && at <= until;
    }

    void addTo(JsonText json, Set<String> named) {
      json.rawList("tasks_finished", finished.stream().map(task -> row(task, named)).toList());
      json.rawList("tasks_failed", failed.stream().map(task -> row(task, named)).toList());
      json.rawList("tasks_stalled", stalled.stream().map(MorningPages::finding).toList());
    }

    private static byte[] row(StoredTask task, Set<String> named) {
      var owner = task.progress().owner();
      if (owner != null) named.add(owner);
      return new JsonText(160)
          .field("id", task.id())
          .field("title", task.facts().title())
          .field("state", task.progress().state().name())
          .field("owner", owner)
          .field("at", task.progress().updatedAt())
          .bytes();
    }
  }

  private static byte[] finding(TaskFindingReads.StoredFinding finding) {
    return new JsonText(160)
        .field("kind", finding.kind())
        .field("at", finding.foundAt())
        .raw("detail", finding.detail())
        .text()
        .getBytes(StandardCharsets.UTF_8);
  }
}
