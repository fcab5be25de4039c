package dev.reveille.server.report;

import dev.reveille.protocol.JsonText;
import dev.reveille.server.decision.InputText;
import dev.reveille.server.decision.StoredDecision;
import dev.reveille.server.decision.WakeAnswer;
import dev.reveille.server.decision.WakeDecision;
import dev.reveille.server.decision.WakeReads;
import dev.reveille.server.observe.FacetPage;
import dev.reveille.server.observe.FacetPage.Answer;
import dev.reveille.server.observe.FacetPage.Parameter;
import dev.reveille.server.observe.FacetPage.Question;
import dev.reveille.server.observe.Viewer;
import dev.reveille.server.seat.SeatLane;
import dev.reveille.server.seat.SeatReads;
import dev.reveille.server.seat.StoredSeatLog;
import dev.reveille.server.store.Store;
import java.util.List;

/** The decisions about a seat behind the dashboard. Only administrators see them. */
final class WakeJournalPages {
  private static final int USUAL = 50;
  private static final int MOST = 200;
  private static final Answer FORBIDDEN =
      new Answer.Forbidden("Only an administrator may see why a seat was woken or not");

  private final Store store;

  WakeJournalPages(Store store) {
    this.store = store;
  }

  List<FacetPage> pages() {
    return List.of(
        page(
            "/seats/{id}/decisions",
            "The decisions about a seat, newest first. Only for administrators.",
            List.of(
                new Parameter("before", "Only decisions with a smaller n."),
                new Parameter("at", "Only decisions that were first made by this time."),
                new Parameter("limit", "The most decisions, up to " + MOST + ".")),
            this::decisions),
        page(
            "/seats/{id}/why",
            "The decision that was in force at a time. Only for administrators.",
            List.of(new Parameter("at", "The time, in milliseconds.")),
            this::why),
        page(
            "/seats/{id}/replay",
            "Makes a decision again from its stored inputs. Only for administrators.",
            List.of(new Parameter("n", "The number of the decision.")),
            this::replay));
  }

  /** Makes the answer for an administrator. */
  private interface Content {
    Answer answer(String seat, Question question);
  }

  private static FacetPage page(
      String path, String summary, List<Parameter> parameters, Content content) {
    return new FacetPage(
        path, summary, parameters, (question, viewer) -> answer(viewer, question, content));
  }

  private static Answer answer(Viewer viewer, Question question, Content content) {
    return viewer.seesPrivate() ? content.answer(question.part("id"), question) : FORBIDDEN;
  }

  private WakeReads reads() {
    return store.reads(WakeReads.class);
  }

  private Answer decisions(String seat, Question question) {
    long at = PageNumbers.of(question, "at", Long.MAX_VALUE);
    long before = PageNumbers.of(question, "before", Long.MAX_VALUE);
    long limit = PageNumbers.of(question, "limit", USUAL);
    if (at < 0 || before < 0 || limit < 0) return new Answer.Malformed("That is no number");
    int most = Math.clamp(limit, 1, MOST);
    long newest = reads().at(seat, at).map(StoredDecision::n).orElse(0L);
    long end = Math.min(before, newest + 1);
    // The numbers of a seat have no gap; only the oldest rows are removed.
    var page = reads().after(seat, Math.max(0, end - 1 - most), most).reversed();
    var shown = page.stream().filter(each -> each.n() < end).toList();
    var log = shown.isEmpty() ? List.<StoredSeatLog>of() : log(seat, shown.getLast().firstAt());
    return new Answer.Found(
        new JsonText(4096)
            .rawList("decisions", shown.stream().map(each -> JournalRow.of(each, log)).toList())
            .raw(
                "before",
                shown.isEmpty() || shown.getLast().n() <= 1 || page.size() < most
                    ? "null"
                    : Long.toString(shown.getLast().n()))
            .text());
  }

  /** Returns the log of a seat since a time, as far as it is read at once. */
  private List<StoredSeatLog> log(String seat, long from) {
    var reads = store.reads(SeatReads.class);
    return reads
        .seat(seat)
        .map(found -> SeatLane.of(reads, found, from, Long.MAX_VALUE).log())
        .orElse(List.of());
  }

  private Answer why(String seat, Question question) {
    long at = PageNumbers.of(question, "at", Long.MAX_VALUE);
    if (at < 0) return new Answer.Malformed("The time is no number of milliseconds");
    return reads()
        .at(seat, at)
        .<Answer>map(
            found ->
                new Answer.Found(
                    new JsonText(512)
                        .raw("decision", text(found, log(seat, found.firstAt())))
                        .text()))
        .orElseGet(() -> new Answer.Unknown("There is no decision at that time"));
  }

  private static String text(StoredDecision decision, List<StoredSeatLog> log) {
    return new String(JournalRow.of(decision, log), java.nio.charset.StandardCharsets.UTF_8);
  }

  private Answer replay(String seat, Question question) {
    long n = PageNumbers.of(question, "n", -1);
    if (n < 1) return new Answer.Malformed("Name the number of a decision");
    var found = reads().after(seat, n - 1, 1).stream().filter(each -> each.n() == n).findFirst();
    if (found.isEmpty()) return new Answer.Unknown("There is no such decision");
    var before = found.get();
    WakeAnswer now;
    try {
      now = WakeDecision.of(InputText.read(before.inputs()));
    } catch (IllegalArgumentException e) {
      return new Answer.Unknown("Its inputs cannot be read by this version");
    }
    boolean same = now.action() == before.action() && now.names().equals(before.reasons());
    return new Answer.Found(
        new JsonText(512)
            .field("n", n)
            .field("same", same)
            .field("woken", now.isYes())
            .rawList("reasons", now.reasons().stream().map(JournalRow::reason).toList())
            .text());
  }
}
