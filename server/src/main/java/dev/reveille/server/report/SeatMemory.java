package dev.reveille.server.report;

import dev.reveille.protocol.JsonText;
import dev.reveille.server.seat.Handoff;
import dev.reveille.server.seat.MemoryReads;
import dev.reveille.server.seat.ModelUse;
import dev.reveille.server.seat.SeatSession;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Writes the sessions and handoffs of a seat for administrators. */
final class SeatMemory {
  private SeatMemory() {}

  static void add(JsonText json, MemoryReads reads, String identity, int most) {
    json.rawList(
        "sessions", reads.sessions(identity, most).stream().map(SeatMemory::session).toList());
    json.rawList(
        "handoffs",
        reads.handoffs(identity, Long.MAX_VALUE, most).stream().map(SeatMemory::handoff).toList());
  }

  private static byte[] session(SeatSession session) {
    var ending = session.ending();
    return new JsonText(256)
        .field("id", session.id())
        .field("origin", session.origin())
        .field("reason", session.reason().word())
        .field("started_at", session.startedAt())
        .raw("seen_at", number(session.seenAt()))
        .raw("ended_at", number(session.endedAt()))
        .field("ending", ending == null ? null : ending.word())
        .raw("use", use(session.use()))
        .bytes();
  }

  /** Returns what a session used; null where it is not known. */
  static String use(ModelUse use) {
    return new JsonText(128)
        .field("model", use.model())
        .raw("input_tokens", number(use.inputTokens()))
        .raw("output_tokens", number(use.outputTokens()))
        .raw("context_tokens", number(use.contextTokens()))
        .raw("micro_dollars", number(use.microDollars()))
        .text();
  }

  private static byte[] handoff(Handoff handoff) {
    return new JsonText(512)
        .field("number", handoff.number())
        .field("session", handoff.session())
        .field("at", handoff.at())
        .field("author", handoff.author().name().toLowerCase(Locale.ROOT))
        .field("done", handoff.done())
        .field("next", handoff.next())
        .field("questions", handoff.questions())
        .field("worked_on", handoff.workedOn())
        .bytes();
  }

  private static String number(@Nullable Long value) {
    return String.valueOf(value);
  }
}
