package dev.reveille.client.csma;

/** The agent's decision whether it answers a message. */
@FunctionalInterface
public interface Judgement {
  /**
   * Returns the verdict. Called on the thread that hands over what the agent hears; whatever it
   * throws reaches that thread, and the occasion is over.
   */
  Verdict decide(Occasion occasion);
}
