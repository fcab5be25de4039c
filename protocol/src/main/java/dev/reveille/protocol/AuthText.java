package dev.reveille.protocol;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** Makes the texts that are signed to prove an identity or a statement. */
public final class AuthText {
  private AuthText() {}

  /**
   * Returns the text that the answer to a challenge signs.
   *
   * @param timestamp as JavaScript prints the number
   */
  public static String challenge(String nonce, String challengeId, String timestamp) {
    return "AGENTCHAT_AUTH|" + nonce + "|" + challengeId + "|" + timestamp;
  }

  /**
   * Returns the text that the registration of skills signs: the hash of their JSON text as
   * JavaScript writes it.
   */
  public static String skills(List<Skill> skills) {
    try {
      var hash =
          MessageDigest.getInstance("SHA-256")
              .digest(Skill.text(skills).getBytes(StandardCharsets.UTF_8));
      return "REGISTER_SKILLS|" + HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * True if the answer to VERIFY_REQUEST may sign this text, which another agent chose: 16 to 128
   * letters, digits or {@code + / = _ - .}
   *
   * <p>The signature covers only the nonce. Every other signed text contains a separator. So a text
   * of only these characters can never be mistaken for a login or a statement of the signer.
   */
  public static boolean isNonce(String text) {
    if (text.length() < 16 || text.length() > 128) return false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!Names.isNameChar(c) && c != '+' && c != '/' && c != '=' && c != '.') return false;
    }
    return true;
  }

  /** Returns the text that both keys of a {@link KeyChange} sign. */
  static String rotation(String oldPem, String newPem, String timestamp) {
    return "REVEILLE_ROTATE|"
        + PublicKey.sha256(oldPem)
        + "|"
        + PublicKey.sha256(newPem)
        + "|"
        + timestamp;
  }

  /**
   * Returns the text that a {@link Revocation} signs. The reason comes last, because only the
   * reason may contain a bar.
   */
  static String revocation(String pem, String timestamp, String reason) {
    return "REVEILLE_REVOKE|" + PublicKey.sha256(pem) + "|" + timestamp + "|" + reason;
  }
}
