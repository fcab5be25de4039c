package dev.reveille.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Reads and writes certificates about keys as JSON. Reading checks the form but no signature. */
public final class Certificates {
  private static final int MAX_SIGNATURE = 256;

  private Certificates() {}

  /** Returns the chain in a file or message; empty if it is not a valid chain. */
  public static Optional<List<KeyChange>> chain(JsonNode list) {
    try {
      return Optional.of(readChain(list));
    } catch (InvalidMessage e) {
      return Optional.empty();
    }
  }

  public static Optional<Revocation> revocation(JsonNode certificate) {
    try {
      return Optional.of(readRevocation(certificate));
    } catch (InvalidMessage e) {
      return Optional.empty();
    }
  }

  public static String write(List<KeyChange> chain) {
    return "[" + String.join(",", chain.stream().map(Certificates::write).toList()) + "]";
  }

  public static String write(Revocation revocation) {
    return new JsonText()
        .field("pubkey", revocation.pubkey())
        .field("reason", revocation.reason())
        .raw("timestamp", revocation.timestamp())
        .field("sig", revocation.sig())
        .text();
  }

  private static String write(KeyChange change) {
    return new JsonText()
        .field("old_pubkey", change.oldPubkey())
        .field("new_pubkey", change.newPubkey())
        .raw("timestamp", change.timestamp())
        .field("sig", change.sig())
        .field("new_sig", change.newSig())
        .text();
  }

  /**
   * Reads a chain. Each link begins with the key that ends the link before, and no key comes twice.
   */
  static List<KeyChange> readChain(JsonNode list) throws InvalidMessage {
    if (!list.isArray() || list.isEmpty() || list.size() > KeyChange.MAX_CHAIN) {
      throw new InvalidMessage(
          "Invalid rotation: a list of 1-" + KeyChange.MAX_CHAIN + " certificates");
    }
    var chain = new ArrayList<KeyChange>();
    var keys = new ArrayList<PublicKey>();
    for (var link : list) {
      var from = key(link, "old_pubkey");
      if (chain.isEmpty()) {
        keys.add(from);
      } else if (!from.pem().equals(chain.getLast().newPubkey())) {
        throw new InvalidMessage(
            "Invalid rotation: a certificate does not begin where the last one ends");
      }
      var to = key(link, "new_pubkey");
      if (keys.stream().anyMatch(to::isSameKey)) {
        throw new InvalidMessage("Invalid rotation: a key comes back");
      }
      keys.add(to);
      chain.add(
          new KeyChange(
              from.pem(),
              to.pem(),
              new Fields(link).timestamp(),
              signature(link, "sig"),
              signature(link, "new_sig")));
    }
    return chain;
  }

  static Revocation readRevocation(JsonNode certificate) throws InvalidMessage {
    if (!certificate.isObject()) {
      throw new InvalidMessage("Invalid certificate: an object is needed");
    }
    return new Revocation(
        key(certificate, "pubkey").pem(),
        reason(certificate),
        new Fields(certificate).timestamp(),
        signature(certificate, "sig"));
  }

  private static PublicKey key(JsonNode certificate, String field) throws InvalidMessage {
    var pem = certificate.path(field);
    var key = pem.isString() ? PublicKey.parse(pem.stringValue()) : Optional.<PublicKey>empty();
    return key.orElseThrow(
        () -> new InvalidMessage("Invalid " + field + ": an Ed25519 key in PEM form is needed"));
  }

  private static String reason(JsonNode certificate) throws InvalidMessage {
    var reason = certificate.path("reason");
    if (reason.isMissingNode() || reason.isNull()) return "";
    if (!reason.isString()
        || reason.stringValue().length() > Revocation.MAX_REASON
        || reason.stringValue().chars().anyMatch(Character::isISOControl)) {
      throw new InvalidMessage(
          "Invalid reason: at most " + Revocation.MAX_REASON + " characters on one line");
    }
    return Json.wellFormed(reason.stringValue());
  }

  private static String signature(JsonNode certificate, String field) throws InvalidMessage {
    var text = certificate.path(field);
    if (!text.isString()
        || text.stringValue().isEmpty()
        || text.stringValue().length() > MAX_SIGNATURE) {
      throw new InvalidMessage("Invalid " + field + ": base64 of a signature is needed");
    }
    return Json.wellFormed(text.stringValue());
  }
}
