package dev.reveille.server.kernel;

/** The only source of chance. */
public interface Randomness {
  /** From 0 (inclusive) to the bound (exclusive). */
  int below(int bound);

  void fill(byte[] bytes);
}
