package dev.reveille.server.report;

import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.SeatState;
import dev.reveille.protocol.TaskMessages;
import dev.reveille.protocol.TaskState;
import dev.reveille.server.decision.StoredDecision;
import dev.reveille.server.decision.WakeReads;
import dev.reveille.server.decision.WakeRules;
import dev.reveille.server.identity.AgentReads;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.observe.FacetPage;
import dev.reveille.server.observe.FacetPage.Answer;
import dev.reveille.server.observe.FacetPage.Parameter;
import dev.reveille.server.observe.FacetPage.Question;
import dev.reveille.server.observe.Viewer;
import dev.reveille.server.seat.MemoryReads;
import dev.reveille.server.seat.SeatLane;
import dev.reveille.server.seat.SeatReads;
import dev.reveille.server.seat.SeatSession;
import dev.reveille.server.seat.StoredSeat;
import dev.reveille.server.store.Store;
import dev.reveille.server.store.StoreException;
import dev.reveille.server.task.StoredTask;
import dev.reveille.server.task.TaskReads;
import dev.reveille.server.wake.MailSensor;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The seats behind the dashboard. All viewers see states and counts; only administrators see
 * harness, session, task and handoffs. Folders, commands and environments are shown to nobody.
 */
final class SeatPages {
  private static final int MOST_SEATS = 200;
  private static final int MOST_SLOTS = 1_000;
  private static final int USUAL_SLOTS = 240;
  private static final int MEMORY = 20;
  private static final int TASKS = 20;
  private static final Duration USUAL = Duration.ofHours(12);

  private static final List<Parameter> RANGE =
      List.of(
          new Parameter("from", "The begin of the lane, in milliseconds; usually 12 hours ago."),
          new Parameter("to", "Its end, and the moment that is shown; usually now."),
          new Parameter("slots", "The most parts of a lane, up to " + MOST_SLOTS + "."));

  private final Store store;
  private final Clock clock;
  private final SeatTrouble trouble;

  SeatPages(Store store, Clock clock) {
    this.store = store;
    this.clock = clock;
    trouble = new SeatTrouble(store);
  }

  List<FacetPage> pages() {
    var listed = new ArrayList<>(RANGE);
    listed.add(new Parameter("after", "The field after of the last page."));
    return List.of(
        new FacetPage(
            "/seats",
            "All seats with their states, their lanes and their wakes of today.",
            listed,
            this::seats),
        new FacetPage(
            "/seats/{id}",
            "A seat; for administrators also its sessions and handoffs.",
            RANGE,
            this::one));
  }

  /** The time that is asked for. */
  private record Span(long from, long to, int slots, boolean past) {}

  private Optional<Span> span(Question question) {
    long now = clock.wallMillis();
    long to = PageNumbers.of(question, "to", now);
    long from = PageNumbers.of(question, "from", to - USUAL.toMillis());
    long slots = PageNumbers.of(question, "slots", USUAL_SLOTS);
    if (to < 0 || from < 0 || slots < 0 || from >= to) return Optional.empty();
    long end = Math.min(to, now);
    boolean past = question.parameter("to").isPresent() && to < now - 5_000;
    if (from >= end) return Optional.empty();
    return Optional.of(new Span(from, end, Math.clamp(slots, 1, MOST_SLOTS), past));
  }

  private static final Answer NO_SPAN =
      new Answer.Malformed("The time is no range of milliseconds that has begun");

  private Answer seats(Question question, Viewer viewer) {
    var span = span(question);
    if (span.isEmpty()) return NO_SPAN;
    var reads = store.reads(SeatReads.class);
    var rows = new ArrayList<byte[]>();
    var page = reads.seats(question.parameter("after").orElse(""), MOST_SEATS);
    for (var seat : page) row(seat, span.get(), viewer).ifPresent(row -> rows.add(row.bytes()));
    var gate = store.reads(WakeReads.class).gate();
    var json =
        new JsonText(4096)
            .field("from", span.get().from())
            .field("to", span.get().to())
            .field("total", reads.count())
            .field("after", page.size() < MOST_SEATS ? null : page.getLast().seat().identity())
            .field("gate", gate.state().name());
    if (viewer.seesPrivate()) json.field("gate_reason", gate.reason()).field("gate_at", gate.at());
    return new Answer.Found(json.rawList("seats", rows).text());
  }

  private Answer one(Question question, Viewer viewer) {
    var span = span(question);
    if (span.isEmpty()) return NO_SPAN;
    var id = question.part("id");
    var seat = store.reads(SeatReads.class).seat(id);
    var row = seat.flatMap(found -> row(found, span.get(), viewer));
    if (row.isEmpty()) return new Answer.Unknown("There is no such seat");
    var json = row.get().field("from", span.get().from()).field("to", span.get().to());
    if (viewer.seesPrivate()) SeatMemory.add(json, store.reads(MemoryReads.class), id, MEMORY);
    return new Answer.Found(json.text());
  }

  /** Returns a seat; empty if there was none at that moment. */
  private Optional<JsonText> row(StoredSeat seat, Span span, Viewer viewer) {
    var id = seat.seat().identity();
    var lane = SeatLane.of(store.reads(SeatReads.class), seat, span.from(), span.to());
    var state = span.past() ? lane.last() : seat.progress().status().state();
    if (state == null) return Optional.empty();
    var parts = lane.cut(span.from(), span.to(), span.slots());
    var wakes = store.reads(WakeReads.class);
    var last = wakes.at(id, span.to()).orElse(null);
    var task = span.past() ? null : task(id);
    var need = span.past() ? SeatNeed.of(state) : need(seat, state, last, task);
    var json =
        new JsonText(1024)
            .field("id", id)
            .field("name", name(id))
            .field("state", state.word())
            .raw(
                "since",
                span.past()
                    ? Long.toString(lane.parts().getLast().from())
                    : Long.toString(seat.progress().since()))
            .field("group", need.group().word())
            .field("why", need.why())
            .rawList("lane", parts.stream().map(SeatPages::part).toList())
            .field("complete", lane.complete())
            .field("daily_wakes", seat.dailyWakes());
    if (!span.past()) {
      json.raw("until", String.valueOf(seat.progress().limitedUntil()));
      json.raw("wakes_used", Long.toString(used(wakes, id)));
      unread(id, json);
    }
    if (viewer.seesPrivate()) details(seat, task, last, json);
    return Optional.of(json);
  }

  private SeatNeed need(
      StoredSeat seat, SeatState state, @Nullable StoredDecision last, @Nullable StoredTask task) {
    var found = trouble.of(seat, last, clock.wallMillis());
    boolean waits = task != null && isAsked(task.progress().state());
    return SeatNeed.of(state, found.orElse(null), last, waits);
  }

  private static byte[] part(SeatLane.Part part) {
    return new JsonText(64)
        .field("from", part.from())
        .field("to", part.to())
        .field("state", part.state().word())
        .bytes();
  }

  private String name(String id) {
    return store.reads(AgentReads.class).agent(id).map(agent -> agent.name()).orElse(id);
  }

  private long used(WakeReads wakes, String id) {
    long today = Math.floorDiv(clock.wallMillis(), WakeRules.DAY_MILLIS);
    return wakes.wake(id).map(wake -> wake.on(Math.max(today, wake.day())).used()).orElse(0);
  }

  /** Adds the counts of unread mail; null if they cannot be read. */
  private void unread(String id, JsonText json) {
    try {
      long high = 0;
      long normal = 0;
      long low = 0;
      var mail = new MailSensor(store).look(id, Long.MIN_VALUE);
      for (var sender : mail.senders()) {
        high += sender.high();
        normal += sender.normal();
        low += sender.low();
      }
      json.raw(
          "unread",
          new JsonText(64)
              .field("high", high)
              .field("normal", normal)
              .field("low", low)
              .field("more", mail.more())
              .text());
    } catch (StoreException e) {
      json.raw("unread", "null");
    }
  }

  private @Nullable StoredTask task(String id) {
    StoredTask best = null;
    for (var placed :
        store.reads(TaskReads.class).openOf(id, TaskMessages.Part.OWNER, Long.MAX_VALUE, TASKS)) {
      var state = placed.task().progress().state();
      if (isAsked(state)) return placed.task();
      if (best == null) best = placed.task();
    }
    return best;
  }

  private static boolean isAsked(TaskState state) {
    return state == TaskState.INPUT_REQUIRED || state == TaskState.AUTH_REQUIRED;
  }

  private void details(
      StoredSeat seat, @Nullable StoredTask task, @Nullable StoredDecision last, JsonText json) {
    var session = seat.progress().session();
    var stored =
        session == null
            ? Optional.<SeatSession>empty()
            : store.reads(MemoryReads.class).session(session);
    json.field("harness", seat.seat().harness()).field("session", session);
    var quiet = seat.seat().quiet();
    if (quiet != null) json.field("quiet", quiet.text());
    json.field("is_quiet", seat.isQuiet(clock.wallMillis()));
    if (task != null) {
      json.raw(
          "task",
          new JsonText(128)
              .field("id", task.id())
              .field("title", task.facts().title())
              .field("state", task.progress().state().name())
              .text());
    }
    stored.ifPresent(found -> json.raw("use", SeatMemory.use(found.use())));
    stored.map(SeatSession::ending).ifPresent(ending -> json.field("ending", ending.word()));
    if (last != null) json.raw("last", utf8(JournalRow.of(last, List.of())));
  }

  private static String utf8(byte[] json) {
    return new String(json, StandardCharsets.UTF_8);
  }
}
