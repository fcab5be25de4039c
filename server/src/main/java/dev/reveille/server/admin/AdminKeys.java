package dev.reveille.server.admin;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;

/**
 * The keys of administrators. Only checksums are stored, and every comparison takes the same time.
 */
public final class AdminKeys {
  private static final int MAX_LENGTH = 4096;

  private final byte[] admin;
  private final byte[] allowlist;
  private final boolean hasAllowlistKey;

  /**
   * @param admin allows every order
   * @param allowlist allows orders about the lists and kicks, if there is one
   */
  public AdminKeys(String admin, Optional<String> allowlist) {
    this.admin = checksum(admin);
    this.allowlist = checksum(allowlist.orElse(""));
    this.hasAllowlistKey = allowlist.isPresent();
  }

  /**
   * True if this key allows an order.
   *
   * @param forLists true if the key for the lists is enough for it
   */
  boolean allow(boolean forLists, String key) {
    var offered = checksum(key);
    // Both are always compared, so that the time reveals nothing.
    boolean first = MessageDigest.isEqual(admin, offered);
    boolean second = MessageDigest.isEqual(allowlist, offered);
    return first || (second && hasAllowlistKey && forLists);
  }

  /** True if this is the key that allows everything. */
  boolean isAdmin(String key) {
    return MessageDigest.isEqual(admin, checksum(key));
  }

  private static byte[] checksum(String key) {
    try {
      var bytes = key.length() > MAX_LENGTH ? "" : key;
      return MessageDigest.getInstance("SHA-256").digest(bytes.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
