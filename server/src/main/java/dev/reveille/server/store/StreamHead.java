package dev.reveille.server.store;

/** The ends of a stream: 0 and 0 if it is empty. {@code firstSeq} moves up as retention removes. */
public record StreamHead(long firstSeq, long lastSeq, long lastTs) {
  public static final StreamHead EMPTY = new StreamHead(0, 0, 0);
}
