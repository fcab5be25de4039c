package dev.reveille.server.simulation;

import dev.reveille.protocol.Identity;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.bouncycastle.math.ec.rfc8032.Ed25519;

/**
 * Signs as {@link Identity#sign} does, several times as fast: a simulation signs once for each
 * connection. Ed25519 gives the same signature whoever computes it.
 */
final class SeededSignature {
  private static final int MOST_KEYS = 10_000;

  /** The private keys by the text of their public key. */
  private static final Map<String, byte[]> SECRETS = new ConcurrentHashMap<>();

  private SeededSignature() {}

  static String sign(Identity identity, String text) {
    if (SECRETS.size() > MOST_KEYS) SECRETS.clear();
    var secret = SECRETS.computeIfAbsent(identity.publicKey().pem(), _ -> secret(identity));
    var signed = text.getBytes(StandardCharsets.UTF_8);
    var signature = new byte[Ed25519.SIGNATURE_SIZE];
    Ed25519.sign(secret, 0, signed, 0, signed.length, signature, 0);
    return Base64.getEncoder().encodeToString(signature);
  }

  /** Returns the last 32 bytes of the key in PKCS#8. */
  private static byte[] secret(Identity identity) {
    var body = identity.privatePem().lines().filter(line -> !line.startsWith("-")).toList();
    var bytes = Base64.getDecoder().decode(String.join("", body));
    return Arrays.copyOfRange(bytes, bytes.length - Ed25519.SECRET_KEY_SIZE, bytes.length);
  }
}
