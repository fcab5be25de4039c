package dev.reveille.server.kernel;

import dev.reveille.protocol.EphemeralIds;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicLong;

/** Makes ids in the forms that existing clients know. */
public final class Ids {

  /** More digits than the milliseconds of an id have, and few enough for a long. */
  private static final int MOST_DIGITS = 17;

  private static final long SUFFIXES = 36L * 36 * 36 * 36 * 36 * 36;

  private final Clock clock;
  private final Randomness randomness;

  /**
   * Counts up from a random start, so that the ids of one process never repeat within a
   * millisecond.
   */
  private final AtomicLong suffix;

  public Ids(Clock clock, Randomness randomness) {
    this.clock = clock;
    this.randomness = randomness;
    suffix = new AtomicLong(randomness.below(Integer.MAX_VALUE));
  }

  /** Returns a message id: milliseconds, a dash, up to six base-36 characters. */
  public String message() {
    return stamped("-");
  }

  /** Returns a callback id in the form of a message id. */
  public String callback() {
    return "cb_" + stamped("_");
  }

  /**
   * Returns the wall time in milliseconds at which this message id or callback id was made; -1 if
   * it has neither form.
   */
  public static long madeAt(String id) {
    int from = id.startsWith("cb_") ? 3 : 0;
    long millis = 0;
    for (int i = from; i < id.length() && i < from + MOST_DIGITS; i++) {
      char c = id.charAt(i);
      if (c == '-' || c == '_') return i == from ? -1 : millis;
      if (c < '0' || c > '9') return -1;
      millis = millis * 10 + (c - '0');
    }
    return -1;
  }

  private String stamped(String between) {
    return clock.wallMillis()
        + between
        + Long.toString(Math.floorMod(suffix.getAndIncrement(), SUFFIXES), 36);
  }

  /**
   * Returns the id of an agent without a key: {@code @} and eight characters. The first is a digit,
   * the last is a checksum of the others, and the rest are random. So an id is recognized even
   * after its agent is gone. Nobody can take it as a name to get messages that are meant for the
   * id.
   */
  public String ephemeralAgent() {
    var word = new StringBuilder(EphemeralIds.LENGTH);
    word.append((char) ('0' + randomness.below(10)));
    while (word.length() < EphemeralIds.LENGTH - 1) {
      word.append(EphemeralIds.ALPHABET.charAt(randomness.below(EphemeralIds.ALPHABET.length())));
    }
    return "@" + word + EphemeralIds.checksum(word);
  }

  /** Returns random bytes for a secret. */
  public byte[] secret(int length) {
    var bytes = new byte[length];
    randomness.fill(bytes);
    return bytes;
  }

  public String challenge() {
    return "chal_" + Long.toString(clock.wallMillis(), 36) + "_" + hex(4);
  }

  public String verification() {
    return "verify_" + Long.toString(clock.wallMillis(), 36) + "_" + hex(4);
  }

  /** Returns 32 hex characters that cannot be guessed. */
  public String nonce() {
    return hex(16);
  }

  private String hex(int count) {
    var bytes = new byte[count];
    randomness.fill(bytes);
    return HexFormat.of().formatHex(bytes);
  }
}
