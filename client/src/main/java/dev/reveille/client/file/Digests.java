package dev.reveille.client.file;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The checksum of transfers. */
final class Digests {
  private Digests() {}

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
