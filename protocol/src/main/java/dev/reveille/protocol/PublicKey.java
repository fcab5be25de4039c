package dev.reveille.protocol;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;

/**
 * An agent's Ed25519 public key in the PEM text it was sent in; the text decides the agent's id.
 */
public final class PublicKey {
  private static final String BEGIN = "-----BEGIN PUBLIC KEY-----";
  private static final String END = "-----END PUBLIC KEY-----";
  private static final int MAX_PEM = 1024;

  private final String pem;
  private final java.security.PublicKey key;

  private PublicKey(String pem, java.security.PublicKey key) {
    this.pem = pem;
    this.key = key;
  }

  /** The key, or nothing if the text is not an Ed25519 key in SPKI PEM. */
  public static Optional<PublicKey> parse(String pem) {
    if (pem.length() > MAX_PEM) return Optional.empty();
    int begin = pem.indexOf(BEGIN);
    int end = pem.indexOf(END);
    if (begin < 0 || end < begin) return Optional.empty();
    try {
      var body = pem.substring(begin + BEGIN.length(), end).replaceAll("\\s", "");
      var spec = new X509EncodedKeySpec(Base64.getDecoder().decode(body));
      return Optional.of(
          new PublicKey(pem, KeyFactory.getInstance("Ed25519").generatePublic(spec)));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** The text exactly as sent. */
  public String pem() {
    return pem;
  }

  /** The agent's id, without {@code @}. */
  public String agentId() {
    return agentId(pem);
  }

  /** The id that belongs to a PEM text: 16 hex digits of its SHA-256. */
  public static String agentId(String pem) {
    try {
      var hash = MessageDigest.getInstance("SHA-256").digest(pem.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Whether the signature is this key's over the text's UTF-8 bytes.
   *
   * @param signature base64; the URL-safe alphabet, missing padding and stray characters pass
   */
  public boolean verifies(String text, String signature) {
    try {
      var verifier = Signature.getInstance("Ed25519");
      verifier.initVerify(key);
      verifier.update(text.getBytes(StandardCharsets.UTF_8));
      return verifier.verify(lenientBase64(signature));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      return false;
    }
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
