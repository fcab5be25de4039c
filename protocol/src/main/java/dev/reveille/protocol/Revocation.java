package dev.reveille.protocol;

/**
 * A certificate by which a key ends its own use forever.
 *
 * @param pubkey PEM text; the text counts, not only the key
 * @param reason for people; may be empty
 * @param timestamp as JavaScript prints the number, because it is part of the signed text
 * @param sig the key's signature, base64
 */
public record Revocation(String pubkey, String reason, String timestamp, String sig) {

  /** The longest reason, in UTF-16 units. */
  public static final int MAX_REASON = 200;

  /** Signs the revocation of this identity's present key. */
  public static Revocation sign(Identity identity, String reason, long timestamp) {
    var number = JsNumber.text((double) timestamp);
    var pem = identity.publicKey().pem();
    return new Revocation(
        pem, reason, number, identity.sign(AuthText.revocation(pem, number, reason)));
  }

  public boolean verifies() {
    var text = AuthText.revocation(pubkey, timestamp, reason);
    return PublicKey.parse(pubkey).filter(key -> key.verifies(text, sig)).isPresent();
  }
}
