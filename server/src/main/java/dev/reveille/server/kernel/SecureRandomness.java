package dev.reveille.server.kernel;

import java.security.SecureRandom;

/** Chance that nobody can predict: ids, nonces. */
public final class SecureRandomness implements Randomness {
  private final SecureRandom random = new SecureRandom();

  @Override
  public int below(int bound) {
    return random.nextInt(bound);
  }

  @Override
  public void fill(byte[] bytes) {
    random.nextBytes(bytes);
  }
}
