package dev.reveille.server.decision;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A decision as the ledger has it.
 *
 * @param n rises by one with each row of the seat
 * @param times how often it was repeated without a change; 1 if never
 * @param inputs the line of {@link InputText}, as it was the first time
 * @param proof how far the wake came; null if the answer was no
 * @param use what the seat used while it rested
 * @param reached when it came to the levels between
 */
public record StoredDecision(
    String seat,
    long n,
    long firstAt,
    long lastAt,
    long times,
    WakeAction action,
    String reasons,
    String inputs,
    @Nullable WakeProof proof,
    @Nullable Long proofAt,
    RestUse use,
    ProofTimes reached) {
  /** Makes a decision of which no use is known. */
  public StoredDecision(
      String seat,
      long n,
      long firstAt,
      long lastAt,
      long times,
      WakeAction action,
      String reasons,
      String inputs,
      @Nullable WakeProof proof,
      @Nullable Long proofAt) {
    this(
        seat,
        n,
        firstAt,
        lastAt,
        times,
        action,
        reasons,
        inputs,
        proof,
        proofAt,
        RestUse.NONE,
        ProofTimes.NONE);
  }

  /** Returns the reasons that this version knows. */
  public List<WakeReason> because() {
    return WakeAnswer.reasons(reasons);
  }

  /** Returns the names of the obstacles; empty if the answer was yes or there was nothing to do. */
  List<String> held() {
    return because().stream()
        .filter(reason -> reason.kind() == WakeReason.Kind.OBSTACLE)
        .filter(reason -> reason != WakeReason.NOTHING_TO_DO)
        .map(WakeReason::name)
        .toList();
  }

  public boolean isYes() {
    return action != WakeAction.NONE;
  }

  /** Returns the same decision, made once more. */
  public StoredDecision again(long at) {
    return new StoredDecision(
        seat,
        n,
        firstAt,
        Math.max(at, lastAt),
        times + 1,
        action,
        reasons,
        inputs,
        null,
        null,
        use,
        reached);
  }

  public StoredDecision using(RestUse next) {
    return new StoredDecision(
        seat, n, firstAt, lastAt, times, action, reasons, inputs, proof, proofAt, next, reached);
  }

  /**
   * Returns the decision when its wake has reached a level. A level below the present one only gets
   * its time.
   */
  public StoredDecision proven(WakeProof level, long at) {
    boolean late = proof != null && proof.isStarted() && !level.isStarted() && !level.isSettled();
    return new StoredDecision(
        seat,
        n,
        firstAt,
        Math.max(at, lastAt),
        times,
        action,
        reasons,
        inputs,
        late ? proof : level,
        late ? proofAt : Long.valueOf(at),
        use,
        reached.with(level, at));
  }
}
