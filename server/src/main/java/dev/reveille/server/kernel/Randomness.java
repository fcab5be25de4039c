package dev.reveille.server.kernel;

/** The only source of randomness. */
public interface Randomness {
  /** Returns a number from 0 (inclusive) to the bound (exclusive). */
  int below(int bound);

  void fill(byte[] bytes);
}
