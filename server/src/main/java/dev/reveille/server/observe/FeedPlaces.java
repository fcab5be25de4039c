package dev.reveille.server.observe;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;

/**
 * The places of the feed as readers outside the server know them: opaque texts. A reader only
 * carries a place and sends it back. It neither takes it apart nor compares two of them; the order
 * of an answer is the order of the feed.
 *
 * <p>Today a place is a version, a mark of the store, and the id of an entry. A feed of several
 * writers needs another form, and gets another version.
 */
public final class FeedPlaces {
  /** The place before the first entry. */
  public static final String START = "start";

  private static final byte VERSION = 1;
  private static final int MARK_BYTES = 4;
  private static final int HEAD_BYTES = 1 + MARK_BYTES;
  private static final int MOST_CHARACTERS = 100;

  /** The result of reading a text that should be a place. */
  public sealed interface Read {
    /** A place of this store; after or before the entry with this id. */
    record Known(long id) implements Read {}

    /** A place that another store gave. */
    record Foreign() implements Read {}

    /** No place. */
    record Unreadable() implements Read {}
  }

  private final byte[] mark;

  public FeedPlaces(String store) {
    mark = mark(store);
  }

  private static byte[] mark(String store) {
    try {
      var hash = MessageDigest.getInstance("SHA-256");
      return Arrays.copyOf(hash.digest(store.getBytes(StandardCharsets.UTF_8)), MARK_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** Returns the place of an entry. */
  public String of(long id) {
    int zeros = Long.numberOfLeadingZeros(id) / 8;
    var number = ByteBuffer.allocate(Long.BYTES).putLong(id).array();
    var bytes =
        ByteBuffer.allocate(HEAD_BYTES + Long.BYTES - zeros)
            .put(VERSION)
            .put(mark)
            .put(number, zeros, Long.BYTES - zeros);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
  }

  public Read read(String place) {
    if (place.equals(START)) return new Read.Known(0);
    if (place.length() > MOST_CHARACTERS) return new Read.Unreadable();
    byte[] bytes;
    try {
      bytes = Base64.getUrlDecoder().decode(place);
    } catch (IllegalArgumentException e) {
      return new Read.Unreadable();
    }
    if (bytes.length < HEAD_BYTES || bytes.length > HEAD_BYTES + Long.BYTES) {
      return new Read.Unreadable();
    }
    if (bytes[0] != VERSION) return new Read.Unreadable();
    if (!Arrays.equals(bytes, 1, HEAD_BYTES, mark, 0, MARK_BYTES)) return new Read.Foreign();
    long id = 0;
    for (int i = HEAD_BYTES; i < bytes.length; i++) id = id << 8 | (bytes[i] & 0xff);
    // Each place has one text only.
    return id >= 0 && of(id).equals(place) ? new Read.Known(id) : new Read.Unreadable();
  }
}
