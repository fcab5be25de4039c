package dev.reveille.server.store;

/**
 * The first and last seq of a stream; 0 and 0 if it never had a message. {@code firstSeq} rises
 * when retention removes entries. If no entry is left, it is {@code lastSeq + 1}, and the next
 * message gets that seq.
 */
public record StreamHead(long firstSeq, long lastSeq, long lastTs) {
  public static final StreamHead EMPTY = new StreamHead(0, 0, 0);
}
