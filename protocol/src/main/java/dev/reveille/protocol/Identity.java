package dev.reveille.protocol;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;

/** A key pair that an agent owns: the right to its id. */
public final class Identity {
  private final PublicKey publicKey;
  private final PrivateKey privateKey;

  private Identity(PublicKey publicKey, PrivateKey privateKey) {
    this.publicKey = publicKey;
    this.privateKey = privateKey;
  }

  /** A new key pair from the platform's secure random source. */
  public static Identity generate() {
    try {
      var pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
      var pem = pem("PUBLIC KEY", pair.getPublic().getEncoded());
      return new Identity(PublicKey.parse(pem).orElseThrow(), pair.getPrivate());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * The pair from its two PEM texts.
   *
   * @throws IllegalArgumentException if either is not an Ed25519 key
   */
  public static Identity of(String publicPem, String privatePem) {
    var key =
        PublicKey.parse(publicPem)
            .orElseThrow(() -> new IllegalArgumentException("not an Ed25519 public key"));
    try {
      var body = privatePem.replaceAll("-----[A-Z ]+-----", "").replaceAll("\\s", "");
      var spec = new PKCS8EncodedKeySpec(Base64.getDecoder().decode(body));
      return new Identity(key, KeyFactory.getInstance("Ed25519").generatePrivate(spec));
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("not an Ed25519 private key", e);
    }
  }

  public PublicKey publicKey() {
    return publicKey;
  }

  /** Without {@code @}. */
  public String agentId() {
    return publicKey.agentId();
  }

  /** The private key as PKCS#8 PEM. Keep it out of logs. */
  public String privatePem() {
    return pem("PRIVATE KEY", privateKey.getEncoded());
  }

  /** Base64 of the Ed25519 signature over the text's UTF-8 bytes. */
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
