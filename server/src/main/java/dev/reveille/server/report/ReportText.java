package dev.reveille.server.report;

import dev.reveille.protocol.JsonText;
import dev.reveille.server.decision.Ago;
import dev.reveille.server.decision.WakeProof;
import dev.reveille.server.decision.WakeReason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Writes the report of a night as text, Markdown or JSON. */
public final class ReportText {
  private ReportText() {}

  /** Returns the report for a terminal. */
  public static String text(MorningReport report) {
    return write(report, false);
  }

  /** Returns the report as Markdown. */
  public static String markdown(MorningReport report) {
    return write(report, true);
  }

  private static String write(MorningReport report, boolean markdown) {
    var lines = new ArrayList<String>();
    lines.add(
        (markdown ? "# " : "")
            + "Since "
            + Instant.ofEpochMilli(report.since())
            + " ("
            + Ago.words(report.until() - report.since())
            + ")");
    lines.add("");
    lines.add((markdown ? "## " : "") + "Needs a person: " + report.needs().size());
    for (var need : report.needs()) {
      lines.add(
          "- " + (need.since() > 0 ? Instant.ofEpochMilli(need.since()) + ": " : "") + need.what());
    }
    lines.add("");
    lines.add((markdown ? "## " : "") + "Seats: " + report.seats().size());
    for (var seat : report.seats()) seat(lines, seat);
    lines.add("");
    lines.addAll(report.cost().lines());
    if (!report.complete()) lines.add("There were more decisions than this report looked at.");
    return String.join("\n", lines) + "\n";
  }

  private static void seat(List<String> lines, MorningReport.SeatNight seat) {
    var state = seat.state() == null ? "no seat any more" : seat.state();
    lines.add(
        "- "
            + seat.seat()
            + " ("
            + state
            + "): "
            + seat.looks()
            + " looks, "
            + seat.sent()
            + " wakes"
            + counts(seat.wakes())
            + ", unread now "
            + (seat.unread().known() ? seat.unread().value() : "unknown")
            + ", tokens "
            + (seat.tokens().known() ? seat.tokens().value() : "unknown"));
    if (!seat.skipped().isEmpty()) {
      var why = new ArrayList<String>();
      seat.skipped().entrySet().stream()
          .sorted(Map.Entry.<WakeReason, Long>comparingByValue().reversed())
          .limit(3)
          .forEach(entry -> why.add(entry.getValue() + "× " + entry.getKey().words()));
      lines.add("  not woken: " + String.join("; ", why));
    }
    if (!seat.why().isEmpty()) lines.add("  last wake: " + seat.why());
    if (!seat.recovery().isEmpty()) {
      var sorted = seat.recovery().stream().sorted().toList();
      lines.add(
          "  a turn began after "
              + Duration.ofMillis(sorted.get(sorted.size() / 2)).toSeconds()
              + " s (median of "
              + sorted.size()
              + ")");
    }
  }

  private static String counts(Map<WakeProof, Long> wakes) {
    if (wakes.isEmpty()) return "";
    var parts = new ArrayList<String>();
    for (var proof : WakeProof.values()) {
      var count = wakes.get(proof);
      if (count != null) {
        parts.add(count + " " + proof.name().toLowerCase(java.util.Locale.ROOT));
      }
    }
    return " (" + String.join(", ", parts) + ")";
  }

  /** Returns the report as a JSON object. */
  public static String json(MorningReport report) {
    return new JsonText(1024)
        .field("since", report.since())
        .field("until", report.until())
        .field("complete", report.complete())
        .field("gate", report.gate().state().name())
        .field("gate_reason", report.gate().reason())
        .rawList("needs", report.needs().stream().map(NeedsPerson::json).toList())
        .raw("cost", report.cost().json())
        .rawList("seats", report.seats().stream().map(ReportText::seatJson).toList())
        .text();
  }

  private static byte[] seatJson(MorningReport.SeatNight seat) {
    var json =
        new JsonText(512)
            .field("seat", seat.seat())
            .field("state", seat.state())
            .field("looks", seat.looks())
            .field("wakes", seat.sent());
    var proofs = new JsonText(96);
    seat.wakes().forEach((proof, count) -> proofs.field(proof.name(), count));
    var skipped = new JsonText(192);
    seat.skipped().forEach((reason, count) -> skipped.field(reason.name(), count));
    json.raw("proof", proofs.text()).raw("skipped", skipped.text());
    json.raw("unread", seat.unread().known() ? seat.unread().text() : "null");
    json.raw("tokens", seat.tokens().known() ? seat.tokens().text() : "null");
    return json.field("last_wake", seat.why()).bytes();
  }
}
