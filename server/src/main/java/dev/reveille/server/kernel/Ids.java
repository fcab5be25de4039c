package dev.reveille.server.kernel;

import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicLong;

/** Makes ids in the shapes that existing clients know. */
public final class Ids {
  private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789";
  private static final long SUFFIXES = 36L * 36 * 36 * 36 * 36 * 36;

  private final Clock clock;
  private final Randomness randomness;

  /**
   * Counts on from a random start, so that ids of one process never repeat within a millisecond.
   */
  private final AtomicLong suffix;

  public Ids(Clock clock, Randomness randomness) {
    this.clock = clock;
    this.randomness = randomness;
    suffix = new AtomicLong(randomness.below(Integer.MAX_VALUE));
  }

  /** Milliseconds, a dash, up to six base-36 characters. */
  public String message() {
    return stamped("-");
  }

  /** As a message's, but for a callback. */
  public String callback() {
    return "cb_" + stamped("_");
  }

  private String stamped(String between) {
    return clock.wallMillis()
        + between
        + Long.toString(Math.floorMod(suffix.getAndIncrement(), SUFFIXES), 36);
  }

  /** Eight random characters, with {@code @}: an agent without a key. */
  public String ephemeralAgent() {
    var id = new StringBuilder("@");
    for (int i = 0; i < 8; i++) id.append(ALPHABET.charAt(randomness.below(ALPHABET.length())));
    return id.toString();
  }

  public String challenge() {
    return "chal_" + Long.toString(clock.wallMillis(), 36) + "_" + hex(4);
  }

  public String verification() {
    return "verify_" + Long.toString(clock.wallMillis(), 36) + "_" + hex(4);
  }

  /** 32 hex characters that cannot be guessed. */
  public String nonce() {
    return hex(16);
  }

  private String hex(int count) {
    var bytes = new byte[count];
    randomness.fill(bytes);
    return HexFormat.of().formatHex(bytes);
  }
}
