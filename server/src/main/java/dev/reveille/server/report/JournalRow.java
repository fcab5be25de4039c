package dev.reveille.server.report;

import dev.reveille.protocol.JsonText;
import dev.reveille.server.decision.InputText;
import dev.reveille.server.decision.InputWords;
import dev.reveille.server.decision.StoredDecision;
import dev.reveille.server.decision.WakeProof;
import dev.reveille.server.decision.WakeReason;
import dev.reveille.server.seat.StoredSeatLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Writes a decision for the wake journal: its reasons in words, its proofs, its inputs. */
final class JournalRow {
  /** A turn that began later than this belongs to another wake. */
  private static final long PROOF_MILLIS = 3_600_000;

  private JournalRow() {}

  /**
   * Returns a decision as JSON.
   *
   * @param log rows of the seat's log, newest first, as evidence for the times of proofs
   */
  static byte[] of(StoredDecision decision, List<StoredSeatLog> log) {
    var proof = decision.proof();
    var json =
        new JsonText(1024)
            .field("n", decision.n())
            .field("first_at", decision.firstAt())
            .field("last_at", decision.lastAt())
            .field("times", decision.times())
            .field("woken", decision.isYes())
            .field("action", word(decision.action().name()));
    for (var kind : WakeReason.Kind.values()) {
      json.rawList(
          word(kind.name()) + "s",
          decision.because().stream()
              .filter(r -> r.kind() == kind)
              .map(JournalRow::reason)
              .toList());
    }
    if (proof != null) json.field("proof", word(proof.name()));
    var proofAt = decision.proofAt();
    if (proofAt != null) json.field("proof_at", proofAt);
    if (decision.isYes()) json.rawList("ladder", ladder(decision, log));
    return json.rawList("inputs", inputs(decision)).bytes();
  }

  private static String word(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  static byte[] reason(WakeReason reason) {
    return new JsonText(96).field("name", reason.name()).field("words", reason.words()).bytes();
  }

  private static List<byte[]> inputs(StoredDecision decision) {
    try {
      return InputWords.of(InputText.read(decision.inputs()));
    } catch (IllegalArgumentException e) {
      return List.of();
    }
  }

  /** Returns the steps of the proof. A step that nothing proves is not reached. */
  private static List<byte[]> ladder(StoredDecision decision, List<StoredSeatLog> log) {
    var proof = decision.proof() == null ? WakeProof.STORED : decision.proof();
    var at = decision.proofAt();
    var reached = decision.reached();
    var offered = known(reached.offered());
    // Rows of earlier versions have no times; the log of the seat has some of them.
    if (offered == null) offered = at(decision, log, "NUDGE DONE", "RESUME DONE", "INJECT DONE");
    var retrieved = known(reached.retrieved());
    var started = known(reached.started());
    if (started == null && proof.isStarted()) started = at(decision, log, "TURN_STARTED");
    boolean isOffered =
        offered != null || proof == WakeProof.OFFERED || proof == WakeProof.RETRIEVED;
    var rows = new ArrayList<byte[]>();
    rows.add(step("stored", true, decision.firstAt()));
    rows.add(step("offered", isOffered || proof.isStarted(), offered));
    rows.add(step("retrieved", retrieved != null, retrieved));
    rows.add(step("turn started", started != null || proof.isStarted(), started));
    rows.add(step("acted", proof == WakeProof.ACTED, proof == WakeProof.ACTED ? at : null));
    return rows;
  }

  private static @Nullable Long known(long time) {
    return time == 0 ? null : time;
  }

  private static @Nullable Long at(
      StoredDecision decision, List<StoredSeatLog> log, String... events) {
    Long found = null;
    for (var row : log) {
      if (row.at() < decision.firstAt()) break;
      if (row.at() > decision.firstAt() + PROOF_MILLIS) continue;
      if (List.of(events).contains(row.event())) found = row.at();
    }
    return found;
  }

  private static byte[] step(String step, boolean reached, @Nullable Long at) {
    return new JsonText(64)
        .field("step", step)
        .field("reached", reached)
        .raw("at", String.valueOf(at))
        .bytes();
  }
}
