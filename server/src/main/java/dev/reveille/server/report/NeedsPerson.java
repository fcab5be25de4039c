package dev.reveille.server.report;

import dev.reveille.protocol.JsonText;
import dev.reveille.server.decision.StoredGate;
import java.util.Locale;
import java.util.Optional;

/**
 * Something that a person must look at.
 *
 * @param subject the id of a seat or a task, or a word
 * @param since when it began
 * @param what a sentence of the server's own words and ids
 */
public record NeedsPerson(Kind kind, String subject, long since, String what) {

  /** The sort of what needs a person. */
  public enum Kind {
    PERMISSION(Telling.LATER),
    QUESTION(Telling.LATER),
    LOST_SEAT(Telling.NOW),
    CRASH_LOOP(Telling.NOW),
    GATE_TRIPPED(Telling.NOW),
    /** A person closed the gate, so a person knows. */
    GATE_CLOSED(Telling.NEVER),
    UNDELIVERED_MAIL(Telling.LATER),
    NO_ANSWER(Telling.LATER);

    private final Telling telling;

    Kind(Telling telling) {
      this.telling = telling;
    }

    Telling telling() {
      return telling;
    }

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Says when a person is told by an alert. */
  enum Telling {
    NOW,
    /** If nobody looked for a while. */
    LATER,
    NEVER
  }

  /** Returns what a gate needs; empty if it is open. */
  static Optional<NeedsPerson> of(StoredGate gate) {
    var what = "The gate is " + gate.state() + ": " + gate.reason();
    return switch (gate.state()) {
      case OPEN -> Optional.empty();
      case CLOSED -> Optional.of(new NeedsPerson(Kind.GATE_CLOSED, "gate", gate.at(), what));
      case TRIPPED, UNREADABLE ->
          Optional.of(new NeedsPerson(Kind.GATE_TRIPPED, "gate", gate.at(), what));
    };
  }

  /** Returns what names it, once for each time that it begins. */
  String key() {
    return kind.word() + ":" + subject + ":" + since;
  }

  byte[] json() {
    return new JsonText(160)
        .field("kind", kind.word())
        .field("subject", subject)
        .field("since", since)
        .field("what", what)
        .bytes();
  }
}
