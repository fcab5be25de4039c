package dev.reveille.server.report;

import dev.reveille.protocol.JsonText;
import dev.reveille.server.decision.StoredGate;
import dev.reveille.server.decision.WakeReason;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Something that a person must look at.
 *
 * @param subject the id of a seat or a task, or a word
 * @param since when it began
 * @param what a sentence of the server's own words and ids
 * @param held the obstacle that holds a seat; null for other kinds
 * @param actions what a person can do about it at the page, at most three
 */
public record NeedsPerson(
    Kind kind,
    String subject,
    long since,
    String what,
    @Nullable WakeReason held,
    List<NeedAction> actions) {

  /** The most actions of one need. */
  static final int MOST_ACTIONS = 3;

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
    NO_ANSWER(Telling.LATER),
    /** Something waits for a seat, and an obstacle that does not end by itself holds it. */
    HELD(Telling.LATER);

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

  public NeedsPerson {
    actions = List.copyOf(actions);
    if (actions.size() > MOST_ACTIONS) throw new IllegalArgumentException(actions.toString());
  }

  /** Makes a need about which nothing can be done at the page. */
  public NeedsPerson(Kind kind, String subject, long since, String what) {
    this(kind, subject, since, what, null, List.of());
  }

  NeedsPerson with(NeedAction... possible) {
    return new NeedsPerson(kind, subject, since, what, held, List.of(possible));
  }

  /** Returns what a gate needs; empty if it is open. */
  static Optional<NeedsPerson> of(StoredGate gate) {
    var what = "The gate is " + gate.state() + ": " + gate.reason();
    var need =
        switch (gate.state()) {
          case OPEN -> null;
          case CLOSED -> new NeedsPerson(Kind.GATE_CLOSED, "gate", gate.at(), what);
          case TRIPPED, UNREADABLE -> new NeedsPerson(Kind.GATE_TRIPPED, "gate", gate.at(), what);
        };
    return Optional.ofNullable(need).map(each -> each.with(NeedAction.OPEN_GATE, NeedAction.LATER));
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
        .field("key", key())
        .field("actions", actions.stream().map(NeedAction::word).toList())
        .bytes();
  }
}
