package dev.reveille.server.outgoing;

import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The secret that sender and receiver of signed bodies share. It cannot be printed. */
public final class SigningSecret {
  private static final int LEAST_BYTES = 16;
  private static final String ALGORITHM = "HmacSHA256";

  private final byte[] bytes;

  private SigningSecret(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * Returns a secret of these bytes.
   *
   * @throws IllegalArgumentException if it is shorter than 16 bytes
   */
  public static SigningSecret of(byte[] secret) {
    if (secret.length < LEAST_BYTES) {
      throw new IllegalArgumentException("A signing secret has at least 16 bytes");
    }
    return new SigningSecret(secret.clone());
  }

  public static SigningSecret of(String secret) {
    return of(secret.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the HMAC-SHA256 of the parts, one after the other. */
  byte[] sign(byte[]... parts) {
    try {
      var mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(bytes, ALGORITHM));
      for (var part : parts) mac.update(part);
      return mac.doFinal();
    } catch (NoSuchAlgorithmException | InvalidKeyException e) {
      throw new IllegalStateException("every Java has HmacSHA256", e);
    }
  }

  @Override
  public String toString() {
    return "signing secret";
  }
}
