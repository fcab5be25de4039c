package dev.reveille.protocol;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The JSON of an agent's memory. */
final class MemoryView {
  private MemoryView() {}

  static String fields(SeatAnswers.Memory memory) {
    return new JsonText(1024)
        .rawList("sessions", memory.sessions().stream().map(MemoryView::session).toList())
        .rawList("handoffs", memory.handoffs().stream().map(MemoryView::handoff).toList())
        .rawList("worked_on", memory.workedOn().stream().map(MemoryView::worked).toList())
        .fields();
  }

  private static byte[] session(SeatAnswers.Session s) {
    var json = new JsonText(256).field("session", s.id());
    if (s.origin() != null) json.field("origin", s.origin());
    json.field("reason", s.reason()).field("started_at", s.startedAt());
    number(json, "seen_at", s.seenAt());
    number(json, "ended_at", s.endedAt());
    if (s.ending() != null) json.field("ending", s.ending().word());
    if (s.model() != null) json.field("model", s.model());
    number(json, "input_tokens", s.inputTokens());
    number(json, "output_tokens", s.outputTokens());
    return json.bytes();
  }

  private static byte[] handoff(SeatAnswers.HandedOff h) {
    var json = new JsonText(512).field("number", h.number());
    if (h.session() != null) json.field("session", h.session());
    return json.field("at", h.at())
        .field("author", h.author())
        .field("done", h.note().done())
        .field("next", h.note().next())
        .field("questions", h.note().questions())
        .field("worked_on", h.note().workedOn())
        .bytes();
  }

  private static byte[] worked(SeatAnswers.WorkedOn w) {
    var json = new JsonText(128).field("thing", w.thing());
    if (w.session() != null) json.field("session", w.session());
    return json.field("at", w.at()).bytes();
  }

  private static void number(JsonText json, String name, @Nullable Long value) {
    if (value != null) json.field(name, value);
  }

  static SeatAnswers.Memory read(ServerFields f) {
    return new SeatAnswers.Memory(
        f.text("agent_id"),
        f.objects("sessions").stream().map(MemoryView::session).toList(),
        f.objects("handoffs").stream().map(MemoryView::handoff).toList(),
        f.objects("worked_on").stream()
            .map(
                w ->
                    new SeatAnswers.WorkedOn(
                        w.text("thing"), w.optional("session"), w.number("at")))
            .toList());
  }

  private static SeatAnswers.Session session(ServerFields f) {
    return new SeatAnswers.Session(
        f.text("session"),
        f.optional("origin"),
        f.text("reason"),
        f.number("started_at"),
        number(f, "seen_at"),
        number(f, "ended_at"),
        SessionEnding.of(f.text("ending")).orElse(null),
        f.optional("model"),
        number(f, "input_tokens"),
        number(f, "output_tokens"));
  }

  private static SeatAnswers.HandedOff handoff(ServerFields f) {
    return new SeatAnswers.HandedOff(
        f.number("number"),
        f.optional("session"),
        f.number("at"),
        f.text("author"),
        new SeatMessages.Note(
            f.text("done"),
            f.text("next"),
            f.text("questions"),
            List.copyOf(f.texts("worked_on"))));
  }

  private static @Nullable Long number(ServerFields f, String name) {
    return f.has(name) ? f.number(name) : null;
  }
}
