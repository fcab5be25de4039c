package dev.reveille.protocol;

/**
 * A certificate that replaces an agent's key with the next one. Both keys sign it.
 *
 * <p>A list of them, oldest first, leads from an agent's first key, which gave it its id, to the
 * key it has now.
 *
 * @param oldPubkey PEM text; the text counts, not only the key
 * @param timestamp as JavaScript prints the number, because it is part of the signed text
 * @param sig the old key's signature, base64
 * @param newSig the new key's signature over the same text, so that no agent can take the key of
 *     somebody else
 */
public record KeyChange(
    String oldPubkey, String newPubkey, String timestamp, String sig, String newSig) {

  /**
   * The most changes that an agent can ever make. The limit allows one message to contain all of
   * them.
   */
  public static final int MAX_CHAIN = 64;

  /** Signs the change from one key to the next. */
  public static KeyChange sign(Identity from, Identity to, long timestamp) {
    var number = JsNumber.text((double) timestamp);
    var text = AuthText.rotation(from.publicKey().pem(), to.publicKey().pem(), number);
    return new KeyChange(
        from.publicKey().pem(), to.publicKey().pem(), number, from.sign(text), to.sign(text));
  }

  /** True if both keys have signed. */
  public boolean verifies() {
    var text = AuthText.rotation(oldPubkey, newPubkey, timestamp);
    return PublicKey.parse(oldPubkey).filter(key -> key.verifies(text, sig)).isPresent()
        && PublicKey.parse(newPubkey).filter(key -> key.verifies(text, newSig)).isPresent();
  }
}
