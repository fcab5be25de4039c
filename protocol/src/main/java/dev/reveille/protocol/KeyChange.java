package dev.reveille.protocol;

/**
 * A certificate by which one key hands its agent over to the next: signed by both.
 *
 * <p>A list of them, oldest first, leads from an agent's first key, which gave it its id, to the
 * key it has now.
 *
 * @param oldPubkey PEM text; the text counts, not only the key
 * @param timestamp as JavaScript prints the number: it is part of the signed text
 * @param sig the old key's signature, base64
 * @param newSig the new key's signature over the same text: nobody can be given another's key
 */
public record KeyChange(
    String oldPubkey, String newPubkey, String timestamp, String sig, String newSig) {

  /** As many changes as an agent can make in its life, so that all of them can be shown at once. */
  public static final int MAX_CHAIN = 64;

  /** Signs the change from one key to the next. */
  public static KeyChange sign(Identity from, Identity to, long timestamp) {
    var number = JsNumber.text((double) timestamp);
    var text = AuthText.rotation(from.publicKey().pem(), to.publicKey().pem(), number);
    return new KeyChange(
        from.publicKey().pem(), to.publicKey().pem(), number, from.sign(text), to.sign(text));
  }

  /** Whether both keys have signed. */
  public boolean verifies() {
    var text = AuthText.rotation(oldPubkey, newPubkey, timestamp);
    return PublicKey.parse(oldPubkey).filter(key -> key.verifies(text, sig)).isPresent()
        && PublicKey.parse(newPubkey).filter(key -> key.verifies(text, newSig)).isPresent();
  }
}
