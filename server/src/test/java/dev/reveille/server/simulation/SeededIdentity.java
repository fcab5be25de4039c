package dev.reveille.server.simulation;

import dev.reveille.protocol.Identity;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.spec.NamedParameterSpec;
import java.util.Base64;
import java.util.Random;

/**
 * Makes keys from a seed. The id of an agent comes from its key, and the order of maps comes from
 * ids, so a run can be replayed only if its keys are the same.
 */
final class SeededIdentity {
  private SeededIdentity() {}

  static Identity of(long seed) {
    return of(new Random(seed));
  }

  static Identity of(Random random) {
    try {
      var keys = KeyPairGenerator.getInstance("Ed25519");
      keys.initialize(NamedParameterSpec.ED25519, new Predictable(random.nextLong()));
      var pair = keys.generateKeyPair();
      return Identity.of(
          pem("PUBLIC", pair.getPublic().getEncoded()),
          pem("PRIVATE", pair.getPrivate().getEncoded()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String pem(String kind, byte[] der) {
    var lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
    return "-----BEGIN %1$s KEY-----\n%2$s\n-----END %1$s KEY-----\n".formatted(kind, lines);
  }

  /** Gives the bytes of a seed. Never use it outside of a test. */
  private static final class Predictable extends SecureRandom {
    private static final long serialVersionUID = 1;

    private final Random random;

    private Predictable(long seed) {
      random = new Random(seed);
    }

    @Override
    public void nextBytes(byte[] bytes) {
      random.nextBytes(bytes);
    }
  }
}
