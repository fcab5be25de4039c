package dev.reveille.protocol;

import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedSet;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The receiver's side of a webhook: checks the signature of a body before anybody reads it, and
 * lets each event have one effect. Safe for several threads.
 */
public final class SignedBodies {
  /** The most event ids that are remembered. */
  private static final int MOST_EVENTS = 10_000;

  /** A body that was signed longer ago, or is from the future, is refused. */
  private static final long MOST_AGE_SECONDS = Duration.ofMinutes(5).toSeconds();

  private static final String ALGORITHM = "HmacSHA256";
  private static final String PREFIX = "Reveille-";

  /** The outcome of a body. */
  public enum Verdict {
    /** It was genuine and new, and its effect has happened. Answer 200. */
    TAKEN,
    /** Its event had its effect before. Answer 200, so that it is not sent again. */
    REPEATED,
    /** Its signature is wrong or missing, or it is too old. Answer 401. */
    REFUSED
  }

  private final SecretKeySpec key;
  private final LongSupplier wallMillis;
  private final SequencedSet<String> seen = new LinkedHashSet<>();

  /**
   * @param secret as the server said it once
   * @param wallMillis the wall clock, in milliseconds
   */
  public SignedBodies(String secret, LongSupplier wallMillis) {
    key = new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM);
    this.wallMillis = wallMillis;
  }

  /**
   * Checks a body, and hands it to {@code effect} if it is genuine and new. If the effect throws,
   * the event counts as new again.
   *
   * @param headers of the request, their names in any case
   */
  public synchronized Verdict take(
      Map<String, String> headers, byte[] body, Consumer<byte[]> effect) {
    var named = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
    named.putAll(headers);
    var event = named.getOrDefault(PREFIX + "Event", "");
    if (event.isEmpty() || !isGenuine(named, event, body)) return Verdict.REFUSED;
    if (seen.contains(event)) return Verdict.REPEATED;
    effect.accept(body.clone());
    seen.add(event);
    if (seen.size() > MOST_EVENTS) seen.removeFirst();
    return Verdict.TAKEN;
  }

  private boolean isGenuine(Map<String, String> headers, String event, byte[] body) {
    var version = headers.getOrDefault(PREFIX + "Version", "");
    var route = headers.getOrDefault(PREFIX + "Route", "");
    var seconds = headers.getOrDefault(PREFIX + "Timestamp", "");
    if (!version.equals("1") || !isRecent(seconds)) return false;
    var before = String.join(".", version, event, route, seconds) + ".";
    var expected = "sha256=" + HexFormat.of().formatHex(hmac(before, body));
    var given = headers.getOrDefault(PREFIX + "Signature", "").toLowerCase(Locale.ROOT);
    return MessageDigest.isEqual(
        expected.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
  }

  private boolean isRecent(String seconds) {
    try {
      long age = Math.floorDiv(wallMillis.getAsLong(), 1000L) - Long.parseLong(seconds);
      return Math.abs(age) <= MOST_AGE_SECONDS;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private byte[] hmac(String before, byte[] body) {
    try {
      var mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      mac.update(before.getBytes(StandardCharsets.UTF_8));
      return mac.doFinal(body);
    } catch (NoSuchAlgorithmException | InvalidKeyException e) {
      throw new IllegalStateException("every Java has HmacSHA256", e);
    }
  }
}
