package dev.reveille.server.edge.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

/**
 * A whole answer.
 *
 * @param headers headers besides the usual ones
 */
public record Page(int status, String contentType, String body, Map<String, String> headers)
    implements Reply {
  static final String TAG = "ETag";
  static final Page NOT_FOUND = text(404, "Not Found");

  private static final int TAG_BYTES = 16;

  public Page {
    headers = Map.copyOf(headers);
  }

  public Page(int status, String contentType, String body) {
    this(status, contentType, body, Map.of());
  }

  public static Page text(int status, String body) {
    return new Page(status, "text/plain; charset=utf-8", body);
  }

  public static Page json(int status, String body) {
    return new Page(status, "application/json", body);
  }

  /** Returns the same page with more headers. */
  public Page with(Map<String, String> more) {
    var all = new HashMap<>(headers);
    all.putAll(more);
    return new Page(status, contentType, body, all);
  }

  /**
   * Returns the same page with a tag of its content. A client that has this content already gets
   * only the status 304.
   */
  public Page tagged() {
    try {
      var hash = MessageDigest.getInstance("SHA-256").digest(body.getBytes(StandardCharsets.UTF_8));
      var tag = HexFormat.of().formatHex(Arrays.copyOf(hash, TAG_BYTES));
      return with(Map.of(TAG, '"' + tag + '"'));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has SHA-256", e);
    }
  }
}
