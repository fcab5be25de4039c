package dev.reveille.protocol;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import org.bouncycastle.math.ec.rfc8032.Ed25519;

/**
 * An agent's Ed25519 public key with the PEM text in which it was sent. The text decides the
 * agent's id.
 */
public final class PublicKey {
  private static final String BEGIN = "-----BEGIN PUBLIC KEY-----";
  private static final String END = "-----END PUBLIC KEY-----";
  private static final int MAX_PEM = 1024;

  /** The first bytes of every Ed25519 key in SPKI form. The 32 bytes of the key follow. */
  private static final byte[] PREFIX = HexFormat.of().parseHex("302a300506032b6570032100");

  private final String pem;
  private final byte[] key;

  private PublicKey(String pem, byte[] key) {
    this.pem = pem;
    this.key = key;
  }

  /** Returns the key; empty if the text is not an Ed25519 key in SPKI PEM. */
  public static Optional<PublicKey> parse(String pem) {
    if (pem.length() > MAX_PEM) return Optional.empty();
    int begin = pem.indexOf(BEGIN);
    int end = pem.indexOf(END);
    if (begin < 0 || end < begin) return Optional.empty();
    var body = new StringBuilder(64);
    for (int i = begin + BEGIN.length(); i < end; i++) {
      if (!Character.isWhitespace(pem.charAt(i))) body.append(pem.charAt(i));
    }
    try {
      var bytes = Base64.getDecoder().decode(body.toString());
      boolean right =
          bytes.length == PREFIX.length + Ed25519.PUBLIC_KEY_SIZE
              && Arrays.equals(bytes, 0, PREFIX.length, PREFIX, 0, PREFIX.length);
      return right
          ? Optional.of(new PublicKey(pem, Arrays.copyOfRange(bytes, PREFIX.length, bytes.length)))
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Returns the text exactly as it was sent. */
  public String pem() {
    return pem;
  }

  /** Returns the id, without {@code @}, of an agent whose first key is this one. */
  public String agentId() {
    return agentId(pem);
  }

  /** Returns the id for a PEM text: 16 hex digits of its SHA-256. */
  public static String agentId(String pem) {
    return sha256(pem).substring(0, 16);
  }

  /** True if it is the same key, even if the text differs. */
  public boolean isSameKey(PublicKey other) {
    return Arrays.equals(key, other.key);
  }

  /** Returns the hash of the text's UTF-8 bytes in lower-case hex. */
  static String sha256(String pem) {
    try {
      var hash = MessageDigest.getInstance("SHA-256").digest(pem.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * True if this key made the signature over the text's UTF-8 bytes.
   *
   * @param signature base64; the URL-safe alphabet, missing padding and stray characters are
   *     accepted
   */
  public boolean verifies(String text, String signature) {
    var bytes = lenientBase64(signature);
    var signed = text.getBytes(StandardCharsets.UTF_8);
    return bytes.length == Ed25519.SIGNATURE_SIZE
        && Ed25519.verify(bytes, 0, key, 0, signed, 0, signed.length);
  }

  private static byte[] lenientBase64(String text) {
    var kept = new StringBuilder(text.length());
    for (int i = 0; i < text.length() && kept.length() < 200; i++) {
      char c = text.charAt(i);
      if (c == '=') break;
      if (c == '-') kept.append('+');
      else if (c == '_') kept.append('/');
      else if (c == '+' || c == '/' || (c < 128 && Character.isLetterOrDigit(c))) kept.append(c);
    }
    if (kept.length() % 4 == 1) kept.setLength(kept.length() - 1);
    return Base64.getDecoder().decode(kept.toString());
  }
}
