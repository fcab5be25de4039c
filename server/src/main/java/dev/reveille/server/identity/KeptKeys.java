package dev.reveille.server.identity;

import dev.reveille.protocol.Identity;
import dev.reveille.server.kernel.Failures;
import dev.reveille.server.kernel.Randomness;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Seals and opens the private keys of kept identities.
 *
 * <p>A sealed key is AES-256-GCM under the server's key. The agent's id is part of what is
 * authenticated, so a row that was copied to another agent does not open. Health shows while a key
 * cannot be opened.
 */
public final class KeptKeys {
  private static final Logger log = LoggerFactory.getLogger(KeptKeys.class);
  private static final String PART = "server.key";
  private static final String VERSION = "1:";
  private static final int NONCE = 12;
  private static final int TAG_BITS = 128;

  private final ServerKey key;
  private final Randomness randomness;
  private final Failures troubles;

  /** The agents whose keys did not open when that was last tried. */
  private final Set<String> shut = ConcurrentHashMap.newKeySet();

  public KeptKeys(ServerKey key, Randomness randomness, Failures troubles) {
    this.key = key;
    this.randomness = randomness;
    this.troubles = troubles;
  }

  /**
   * Makes a new identity. Blocks.
   *
   * @param others the identities that are kept already. If a live one does not open, nothing is
   *     made: with two keys of the server nobody could tell which one is missing
   */
  StoredKept make(String name, Collection<StoredKept> others, long now) throws ServerKey.Unusable {
    check(others);
    for (var kept : others) {
      if (!kept.isLive()) continue;
      var _ = open(kept);
    }
    var secret = key.findOrMake();
    var identity = Identity.generate();
    var agent = AgentKeys.id(identity.publicKey().pem());
    var nonce = new byte[NONCE];
    randomness.fill(nonce);
    var plain = identity.privatePem().getBytes(StandardCharsets.UTF_8);
    try {
      var sealed = cipher(Cipher.ENCRYPT_MODE, secret, nonce, agent).doFinal(plain);
      return new StoredKept(
          agent,
          name,
          identity.publicKey().pem(),
          VERSION + text(nonce) + ":" + text(sealed),
          now,
          null);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Returns the identity with its private key. Blocks.
   *
   * @throws ServerKey.Unusable with a sentence for the administrator
   */
  public Identity open(StoredKept kept) throws ServerKey.Unusable {
    try {
      var identity = opened(kept);
      shut.remove(kept.agent());
      return identity;
    } catch (ServerKey.Unusable e) {
      shut.add(kept.agent());
      throw e;
    } finally {
      troubles.show(PART, !shut.isEmpty());
    }
  }

  /** Opens every live identity once, so that health shows at once if the server's key is lost. */
  public void check(Collection<StoredKept> all) {
    shut.clear();
    for (var kept : all) {
      if (!kept.isLive()) continue;
      try {
        var _ = open(kept);
      } catch (ServerKey.Unusable e) {
        if (shut.size() == 1) log.error("A kept identity cannot be used. {}", e.getMessage());
      }
    }
    troubles.show(PART, !shut.isEmpty());
  }

  private Identity opened(StoredKept kept) throws ServerKey.Unusable {
    var secret = key.find().orElseThrow(this::lost);
    var parts = kept.sealed().split(":", -1);
    if (parts.length != 3 || !(parts[0] + ":").equals(VERSION)) throw notOurs(kept);
    try {
      var nonce = Base64.getDecoder().decode(parts[1]);
      var sealed = Base64.getDecoder().decode(parts[2]);
      var plain = cipher(Cipher.DECRYPT_MODE, secret, nonce, kept.agent()).doFinal(sealed);
      return Identity.of(kept.pubkey(), new String(plain, StandardCharsets.UTF_8));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw notOurs(kept);
    }
  }

  private ServerKey.Unusable lost() {
    return new ServerKey.Unusable(
        ("The file %s is missing. It seals the keys of the identities that this server keeps. Put"
                + " it back from a backup, or revoke these identities and make new ones"
                + " (reveille token list, reveille token revoke --identity NAME)")
            .formatted(key.place()));
  }

  private ServerKey.Unusable notOurs(StoredKept kept) {
    return new ServerKey.Unusable(
        ("The key of the identity %s does not open with the file %s: one of them is of another"
                + " server. Put the right file back from a backup, or revoke the identity"
                + " (reveille token revoke --identity %s)")
            .formatted(kept.name(), key.place(), kept.name()));
  }

  private static Cipher cipher(int mode, byte[] secret, byte[] nonce, String agent)
      throws GeneralSecurityException {
    var cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, new SecretKeySpec(secret, "AES"), new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD(agent.getBytes(StandardCharsets.UTF_8));
    return cipher;
  }

  private static String text(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }
}
