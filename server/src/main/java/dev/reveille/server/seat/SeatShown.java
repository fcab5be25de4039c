package dev.reveille.server.seat;

import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.SeatAnswers;
import dev.reveille.protocol.SeatMessages;
import dev.reveille.protocol.SeatView;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Shows seats, logs and memories on the wire. */
final class SeatShown {
  private SeatShown() {}

  static SeatView view(StoredSeat stored, Harnesses harnesses) {
    var seat = stored.seat();
    var now = stored.progress();
    var own = now.wishes().quiet();
    var why = notResumable(seat, harnesses);
    return new SeatView(
        seat.identity(),
        seat.harness(),
        now.status().state(),
        now.status().life(),
        now.since(),
        now.session(),
        now.limitedUntil(),
        now.routesPaused(),
        stored.dailyWakes(),
        seat.quiet() == null ? null : seat.quiet().text(),
        own == null ? null : own.text(),
        seat.priority(),
        now.endsInRow(),
        why == null,
        why);
  }

  /** Returns why this server cannot start a seat; null if it can. */
  static @Nullable String notResumable(Seat seat, Harnesses harnesses) {
    var adapter = harnesses.named(seat.harness());
    if (adapter.isEmpty()) return "this server has no harness " + seat.harness();
    return adapter.get().can().contains(SeatAction.START)
        ? null
        : "the harness " + seat.harness() + " cannot start sessions";
  }

  /** Returns what people defined, for an administrator. */
  static String definition(Seat seat) {
    var json = new JsonText(256);
    if (seat.folder() != null) json.field("folder", seat.folder());
    json.field("command", seat.command());
    // The values may be secrets.
    json.field(
        "environment",
        seat.environment().stream().map(each -> each.substring(0, each.indexOf('='))).toList());
    if (seat.route() != null) json.field("route", seat.route());
    return json.field("auto_resume", seat.autoResume())
        .field("defined_wakes", seat.dailyWakes())
        .text();
  }

  static byte[] log(StoredSeatLog row) {
    var json =
        new JsonText(256)
            .field("seq", row.seq())
            .field("at", row.at())
            .field("event", row.event())
            .field("previous", row.previous().word())
            .field("state", row.state().word());
    if (row.session() != null) json.field("session", row.session());
    return json.field("actor", row.actor()).field("evidence", row.evidence()).bytes();
  }

  static SeatAnswers.Memory memory(MemoryReads reads, String identity, int limit) {
    return new SeatAnswers.Memory(
        identity,
        reads.sessions(identity, limit).stream().map(SeatShown::session).toList(),
        reads.handoffs(identity, Long.MAX_VALUE, limit).stream().map(SeatShown::handoff).toList(),
        reads.workedOn(identity, limit).stream()
            .map(each -> new SeatAnswers.WorkedOn(each.thing(), each.session(), each.at()))
            .toList());
  }

  private static SeatAnswers.Session session(SeatSession s) {
    return new SeatAnswers.Session(
        s.id(),
        s.origin(),
        s.reason().word(),
        s.startedAt(),
        s.seenAt(),
        s.endedAt(),
        s.ending(),
        s.use().model(),
        s.use().inputTokens(),
        s.use().outputTokens());
  }

  private static SeatAnswers.HandedOff handoff(Handoff h) {
    return new SeatAnswers.HandedOff(
        h.number(),
        h.session(),
        h.at(),
        h.author().name().toLowerCase(Locale.ROOT),
        new SeatMessages.Note(h.done(), h.next(), h.questions(), List.copyOf(h.workedOn())));
  }
}
