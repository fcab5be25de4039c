package dev.reveille.server.kernel;

/** Carries out effects, in the order in which they are given, from one thread at a time. */
public interface Effects {
  void run(Effect effect);

  /**
   * Called after the effects of all units that became durable together. Queued frames can be sent
   * now.
   */
  void flush();
}
