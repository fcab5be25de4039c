package dev.reveille.server.kernel;

import java.security.SecureRandom;

/** Random numbers that nobody can predict, for ids and nonces. */
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
