package dev.reveille.server.report;

import dev.reveille.protocol.JsonText;
import dev.reveille.server.decision.WakeReads;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.observe.FacetPage;
import dev.reveille.server.observe.FacetPage.Answer;
import dev.reveille.server.observe.FacetPage.Parameter;
import dev.reveille.server.observe.FacetPage.Question;
import dev.reveille.server.observe.Viewer;
import dev.reveille.server.seat.SeatReads;
import dev.reveille.server.store.Store;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;

/**
 * The first page of the dashboard: what happened while nobody looked. Administrators see all of it,
 * other viewers the counts.
 */
final class MorningPages {
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
    var wakes = store.reads(WakeReads.class);
    if (!viewer.seesPrivate()) {
      var ledger = NightLedger.read(wakes, since, until);
      var tasks = NightTasks.read(store, since, until);
      return found(counts(since, until, ledger.count(), tasks, ledger.complete()));
    }
    var report = MorningReport.make(wakes, night, since, until);
    var json = counts(since, until, report.count(), report.tasks(), report.complete());
    var names = new TreeMap<String, String>();
    ReportJson.addTo(json, report, id -> names.computeIfAbsent(id, night::name));
    report.seats().forEach(seat -> names.put(seat.seat(), seat.name()));
    json.rawList("nights", report.seats().stream().map(ReportJson::seat).toList());
    var named = new JsonText(256);
    names.forEach(named::field);
    return found(json.raw("names", named.text()));
  }

  private static Answer found(JsonText json) {
    return new Answer.Found(json.text());
  }

  private JsonText counts(
      long since, long until, NightCount count, NightTasks tasks, boolean complete) {
    var json =
        new JsonText(4096)
            .field("since", since)
            .field("until", until)
            .field("seats", store.reads(SeatReads.class).count())
            .field("finished", tasks.finished().size())
            .field("failed", tasks.failed().size())
            .field("stalled", tasks.stalled().size())
            .field("gate", store.reads(WakeReads.class).gate().state().name())
            .field("quiet", count.isQuiet() && tasks.none())
            .field("complete", complete);
    count.addTo(json);
    return json;
  }
}
