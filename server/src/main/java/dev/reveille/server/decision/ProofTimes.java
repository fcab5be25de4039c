package dev.reveille.server.decision;

/**
 * The wall times at which a wake reached the levels between stored and acted; 0 = not known. Each
 * is the first time: a level that is reached again keeps it.
 */
public record ProofTimes(long offered, long retrieved, long started) {
  public static final ProofTimes NONE = new ProofTimes(0, 0, 0);

  /** Returns the times after a level was reached. */
  ProofTimes with(WakeProof level, long at) {
    return switch (level) {
      case OFFERED -> new ProofTimes(first(offered, at), retrieved, started);
      case RETRIEVED -> new ProofTimes(offered, first(retrieved, at), started);
      case STARTED -> new ProofTimes(offered, retrieved, first(started, at));
      case STORED, ACTED, FAILED, UNKNOWN, ABANDONED -> this;
    };
  }

  private static long first(long known, long at) {
    return known == 0 ? at : known;
  }
}
