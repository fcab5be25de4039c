package dev.reveille.server.kernel;

/** Carries out effects, in the order they are given, from one thread at a time. */
public interface Effects {
  void run(Effect effect);

  /** The end of what became durable together: a good moment to flush. */
  void flush();
}
