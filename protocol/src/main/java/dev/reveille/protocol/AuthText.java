package dev.reveille.protocol;

/** The texts that are signed to prove an identity. */
public final class AuthText {
  private AuthText() {}

  /**
   * What the answer to a challenge signs.
   *
   * @param timestamp as JavaScript prints the number
   */
  public static String challenge(String nonce, String challengeId, String timestamp) {
    return "AGENTCHAT_AUTH|" + nonce + "|" + challengeId + "|" + timestamp;
  }
}
