package dev.reveille.protocol;

import java.security.PrivateKey;
import java.security.interfaces.EdECPrivateKey;
import java.security.spec.NamedParameterSpec;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/**
 * The 32 bytes of an Ed25519 private key, as a key that the JDK signs with.
 *
 * <p>The JDK's own factory of keys takes 25 ms when it is used for the first time, which a short
 * command would notice.
 */
final class PrivateSeed implements EdECPrivateKey {
  /** The first bytes of every Ed25519 key in the first version of PKCS#8. The seed follows. */
  private static final byte[] PREFIX = HexFormat.of().parseHex("302e020100300506032b657004220420");

  private static final int LENGTH = 32;
  private static final long serialVersionUID = 1;

  private final byte[] seed;

  private PrivateSeed(byte[] seed) {
    this.seed = seed;
  }

  /** Returns the key; empty if the bytes are not an Ed25519 key in the usual form. */
  static Optional<PrivateKey> parse(byte[] pkcs8) {
    boolean usual =
        pkcs8.length == PREFIX.length + LENGTH
            && Arrays.equals(pkcs8, 0, PREFIX.length, PREFIX, 0, PREFIX.length);
    return usual
        ? Optional.of(new PrivateSeed(Arrays.copyOfRange(pkcs8, PREFIX.length, pkcs8.length)))
        : Optional.empty();
  }

  @Override
  public Optional<byte[]> getBytes() {
    return Optional.of(seed.clone());
  }

  @Override
  public NamedParameterSpec getParams() {
    return NamedParameterSpec.ED25519;
  }

  @Override
  public String getAlgorithm() {
    return "Ed25519";
  }

  @Override
  public String getFormat() {
    return "PKCS#8";
  }

  @Override
  public byte[] getEncoded() {
    var encoded = Arrays.copyOf(PREFIX, PREFIX.length + LENGTH);
    System.arraycopy(seed, 0, encoded, PREFIX.length, LENGTH);
    return encoded;
  }
}
