package dev.reveille.server.decision;

import dev.reveille.protocol.JsonText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Explains a stored decision in plain words. */
public final class WakeExplanation {
  private WakeExplanation() {}

  /** Returns sentences for a person. */
  public static String text(StoredDecision decision) {
    var lines = new ArrayList<String>();
    lines.add(
        moment(decision.lastAt())
            + ": "
            + decision.seat()
            + " "
            + action(decision)
            + ", because "
            + because(decision)
            + ".");
    if (decision.times() > 1) {
      lines.add(
          "The same answer "
              + decision.times()
              + " times since "
              + moment(decision.firstAt())
              + ".");
    }
    var causes = of(decision, WakeReason.Kind.CAUSE);
    if (!decision.isYes() && !causes.isEmpty()) {
      lines.add("It would have been woken, because " + words(causes) + ".");
    }
    var warnings = of(decision, WakeReason.Kind.WARNING);
    if (!warnings.isEmpty()) lines.add("Note: " + words(warnings) + ".");
    var proof = decision.proof();
    var proofAt = decision.proofAt();
    if (proof != null) {
      var when = proofAt == null ? "" : " (" + after(proofAt - decision.firstAt()) + ")";
      lines.add("Proof: " + proof(proof) + when + ".");
    }
    lines.add("Inputs: " + decision.inputs());
    return String.join("\n", lines);
  }

  private static String moment(long wallMillis) {
    return Instant.ofEpochMilli(wallMillis).toString();
  }

  private static String after(long millis) {
    return Ago.words(millis) + " after the decision";
  }

  private static String action(StoredDecision decision) {
    return switch (decision.action()) {
      case NONE -> "was not woken";
      case MESSAGE -> "got a message in its open session";
      case WEBHOOK -> "was called by its webhook";
      case NUDGE -> "was nudged in its harness";
      case START -> "was started anew";
    };
  }

  private static String proof(WakeProof proof) {
    return switch (proof) {
      case STORED -> "it was stored; nothing more is known yet";
      case OFFERED -> "it was handed over; no turn is known to have begun";
      case RETRIEVED -> "the agent took its mail; no turn is known to have begun";
      case STARTED -> "a turn began with its nonce";
      case ACTED -> "the agent acted";
      case FAILED -> "it could not be handed over";
      case UNKNOWN -> "it is not known if it was handed over";
      case ABANDONED -> "nothing was heard of it in time";
    };
  }

  private static List<WakeReason> of(StoredDecision decision, WakeReason.Kind kind) {
    return decision.because().stream().filter(reason -> reason.kind() == kind).toList();
  }

  private static String because(StoredDecision decision) {
    var found = of(decision, decision.isYes() ? WakeReason.Kind.CAUSE : WakeReason.Kind.OBSTACLE);
    return found.isEmpty() ? "of reasons that this version does not know" : words(found);
  }

  private static String words(List<WakeReason> reasons) {
    return reasons.stream().map(WakeReason::words).collect(Collectors.joining("; "));
  }

  /** Returns the same as a JSON object. */
  public static String json(StoredDecision decision) {
    var proof = decision.proof();
    var reasons =
        decision.because().stream()
            .map(
                reason ->
                    new JsonText(96)
                        .field("name", reason.name())
                        .field("kind", reason.kind().name())
                        .field("words", reason.words())
                        .bytes())
            .toList();
    var json =
        new JsonText(512)
            .field("seat", decision.seat())
            .field("n", decision.n())
            .field("first_at", decision.firstAt())
            .field("last_at", decision.lastAt())
            .field("times", decision.times())
            .field("action", decision.action().name())
            .rawList("reasons", reasons)
            .field("inputs", decision.inputs());
    if (proof != null) json.field("proof", proof.name());
    var proofAt = decision.proofAt();
    if (proofAt != null) json.field("proof_at", proofAt);
    return json.field("text", text(decision)).text();
  }
}
