package dev.reveille.protocol;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * A key pair that an agent owns. It gives the agent its id.
 *
 * <p>An agent may change its key. Its id stays that of its first key. The chain of changes proves
 * that the present key belongs to the agent.
 */
public final class Identity {
  private static final String DASHES = "-----";

  private final PublicKey publicKey;
  private final PrivateKey privateKey;
  private final List<KeyChange> rotation;

  private Identity(PublicKey publicKey, PrivateKey privateKey, List<KeyChange> rotation) {
    this.publicKey = publicKey;
    this.privateKey = privateKey;
    this.rotation = List.copyOf(rotation);
  }

  /** Returns a new key pair from the platform's secure random source. */
  public static Identity generate() {
    try {
      var pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
      var pem = pem("PUBLIC KEY", pair.getPublic().getEncoded());
      return new Identity(PublicKey.parse(pem).orElseThrow(), pair.getPrivate(), List.of());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Returns the pair of these two PEM texts.
   *
   * @throws IllegalArgumentException if either is not an Ed25519 key
   */
  public static Identity of(String publicPem, String privatePem) {
    var key =
        PublicKey.parse(publicPem)
            .orElseThrow(() -> new IllegalArgumentException("not an Ed25519 public key"));
    var bytes = Base64.getDecoder().decode(body(privatePem));
    return new Identity(key, PrivateSeed.parse(bytes).orElseGet(() -> unusual(bytes)), List.of());
  }

  /** Returns what stands outside the marks {@code -----…-----}, without white space. */
  private static String body(String pem) {
    var body = new StringBuilder(pem.length());
    boolean mark = false;
    for (int from = 0, to; from <= pem.length(); from = to + DASHES.length(), mark = !mark) {
      to = pem.indexOf(DASHES, from);
      if (to < 0) to = pem.length();
      for (int i = from; i < to && !mark; i++) {
        if (!Character.isWhitespace(pem.charAt(i))) body.append(pem.charAt(i));
      }
    }
    return body.toString();
  }

  /** Reads a key of a later version of PKCS#8, which may hold the public key too. */
  private static PrivateKey unusual(byte[] pkcs8) {
    try {
      return KeyFactory.getInstance("Ed25519").generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("not an Ed25519 private key", e);
    }
  }

  /**
   * Returns the same key pair with the changes that led to it.
   *
   * @throws IllegalArgumentException if the last change leads to another key
   */
  public Identity withRotation(List<KeyChange> chain) {
    if (!chain.isEmpty() && !chain.getLast().newPubkey().equals(publicKey.pem())) {
      throw new IllegalArgumentException("the chain leads to another key");
    }
    return new Identity(publicKey, privateKey, chain);
  }

  /**
   * Returns the same agent with another key.
   *
   * @throws IllegalStateException if the agent has already changed its key {@link
   *     KeyChange#MAX_CHAIN} times
   */
  public Identity rotatedTo(Identity next, long timestamp) {
    if (rotation.size() >= KeyChange.MAX_CHAIN) {
      throw new IllegalStateException("no more than " + KeyChange.MAX_CHAIN + " changes");
    }
    var chain = new ArrayList<>(rotation);
    chain.add(KeyChange.sign(this, next, timestamp));
    return next.withRotation(chain);
  }

  /** Returns the key that the agent has now. */
  public PublicKey publicKey() {
    return publicKey;
  }

  /**
   * Returns the changes from the first key to this one, oldest first; empty if this is the first.
   */
  public List<KeyChange> rotation() {
    return rotation;
  }

  /** Returns the id that the first key gave, without {@code @}. */
  public String agentId() {
    return rotation.isEmpty()
        ? publicKey.agentId()
        : PublicKey.agentId(rotation.getFirst().oldPubkey());
  }

  /** Returns the private key as PKCS#8 PEM. Keep it out of logs. */
  public String privatePem() {
    return pem("PRIVATE KEY", privateKey.getEncoded());
  }

  /** Returns the Ed25519 signature over the text's UTF-8 bytes, in base64. */
  public String sign(String text) {
    try {
      var signer = Signature.getInstance("Ed25519");
      signer.initSign(privateKey);
      signer.update(text.getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder().encodeToString(signer.sign());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String pem(String kind, byte[] der) {
    var body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
    return "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n";
  }
}
