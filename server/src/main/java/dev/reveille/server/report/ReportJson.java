package dev.reveille.server.report;

import dev.reveille.protocol.JsonText;
import dev.reveille.server.decision.WakeReason;
import dev.reveille.server.decision.WakeRules;
import java.util.Map;
import java.util.function.Function;

/** Writes the report of a night as JSON. What is not known is null. */
public final class ReportJson {
  private ReportJson() {}

  /** Returns the whole report as an object. */
  public static String of(MorningReport report, NightSeats night) {
    var json =
        new JsonText(4096)
            .field("since", report.since())
            .field("until", report.until())
            .field("complete", report.complete())
            .field("gate", report.gate().state().name())
            .field("gate_reason", report.gate().reason());
    report.count().addTo(json);
    addTo(json, report, night::name);
    return json.rawList("seats", report.seats().stream().map(ReportJson::seat).toList()).text();
  }

  /** Adds what only administrators see, besides the seats. */
  static void addTo(JsonText json, MorningReport report, Function<String, String> names) {
    json.rawList("needs", report.needs().stream().map(NeedsPerson::json).toList());
    report.tasks().addTo(json, names);
    json.field("tasks_complete", report.tasks().complete())
        .rawList("guards", report.guards().json())
        .field("guards_complete", report.guards().complete())
        .raw("cost", report.cost().json());
    NightUse.addTo(json, report.use().tokens(), report.use().microDollars());
  }

  static byte[] seat(SeatNight seat) {
    var json =
        new JsonText(1024)
            .field("id", seat.seat())
            .field("name", seat.name())
            .field("state", seat.state())
            .field("looks", seat.looks())
            .field("wakes", seat.sent());
    var proofs = new JsonText(96);
    seat.wakes().forEach((proof, count) -> proofs.field(proof.name(), count));
    json.raw("proof", proofs.text())
        .raw("woken", counts(seat.causes()))
        .raw("skipped", counts(seat.skipped()))
        .rawList("missed", seat.missed().stream().map(MissedWake::json).toList())
        .field("missed_looks", seat.missedLooks())
        .rawList("ended", seat.ended().stream().map(ReportJson::end).toList())
        .raw("unread", NightUse.json(seat.unread()));
    return NightUse.addTo(json, seat.use().tokens(), seat.use().microDollars())
        .rawList("days", seat.days().stream().map(ReportJson::day).toList())
        .field("last_wake", seat.why())
        .bytes();
  }

  private static String counts(Map<WakeReason, Long> reasons) {
    var json = new JsonText(192);
    reasons.forEach((reason, count) -> json.field(reason.name(), count));
    return json.text();
  }

  private static byte[] end(SeatNight.EndedSession end) {
    return new JsonText(96)
        .field("session", end.session())
        .field("at", end.at())
        .field("how", end.how().word())
        .bytes();
  }

  private static byte[] day(SeatNight.Day day) {
    var json =
        new JsonText(128)
            .field("from", day.number() * WakeRules.DAY_MILLIS)
            .field("looks", day.looks())
            .field("wakes", day.wakes())
            .field("began", day.began())
            .field("missed", day.missed());
    return NightUse.addTo(json, day.tokens(), day.microDollars()).bytes();
  }
}
