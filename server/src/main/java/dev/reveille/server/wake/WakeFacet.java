package dev.reveille.server.wake;

import dev.reveille.protocol.JsonText;
import dev.reveille.server.decision.StoredDecision;
import dev.reveille.server.decision.StoredGate;
import dev.reveille.server.decision.WakeProof;
import dev.reveille.server.decision.WakeReason;
import dev.reveille.server.observe.EventKind;
import dev.reveille.server.observe.EventKind.Tone;
import dev.reveille.server.observe.Facet;
import dev.reveille.server.store.AppendEvent;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Describes wakes for the dashboard, the feed and {@code top}. Everybody sees that a seat was
 * woken; only administrators see why.
 */
public final class WakeFacet {
  private static final String GROUP = "seats";

  /** The gate was set. */
  public static final EventKind GATE =
      kind("gate", "the gate of all wakes is {state}[: {reason}]")
          .showing("state")
          .tone(Tone.WARNING);

  static final Facet FACET =
      Facet.of(
          "wakes",
          kind("sent", "was woken[ because {because}]").tone(Tone.TIMER),
          kind("started", "began a turn after its wake"),
          kind("acted", "acted after its wake"),
          kind("failed", "could not be woken").tone(Tone.WARNING),
          kind("unknown", "may have been woken, which is not known").tone(Tone.WARNING),
          kind("abandoned", "was woken in vain, nothing was heard of it").tone(Tone.WARNING),
          GATE);

  private WakeFacet() {}

  private static EventKind kind(String name, String words) {
    return EventKind.of("wake." + name, words).in(GROUP);
  }

  /** Returns the entry that says that a wake is sent. */
  static AppendEvent sent(StoredDecision decision) {
    var because =
        decision.because().stream()
            .filter(reason -> reason.kind() == WakeReason.Kind.CAUSE)
            .map(WakeReason::words)
            .collect(Collectors.joining("; "));
    var detail = new JsonText(160).field("n", decision.n()).field("because", because).text();
    return new AppendEvent(decision.firstAt(), "wake.sent", decision.seat(), null, detail);
  }

  /** Returns the entry that says how far a wake came; null if that is not worth one. */
  static @Nullable AppendEvent proven(StoredDecision decision, long at) {
    var proof = decision.proof();
    if (proof == null || proof == WakeProof.STORED || proof == WakeProof.OFFERED) return null;
    var detail = new JsonText(32).field("n", decision.n()).text();
    var kind = "wake." + proof.name().toLowerCase(Locale.ROOT);
    return new AppendEvent(at, kind, decision.seat(), null, detail);
  }

  static AppendEvent gate(StoredGate gate) {
    var detail =
        new JsonText(128)
            .field("state", gate.state().name().toLowerCase(Locale.ROOT))
            .field("reason", gate.reason())
            .text();
    return new AppendEvent(gate.at(), "wake.gate", null, null, detail);
  }
}
