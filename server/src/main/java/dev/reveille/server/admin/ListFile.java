package dev.reveille.server.admin;

/**
 * The content of a file that mirrors a list, by checksum: what it held when it was last read, and
 * what was being written then.
 */
public record ListFile(String name, String known, String coming) {
  public boolean isKnown(String checksum) {
    return checksum.equals(known) || checksum.equals(coming);
  }

  /** True if a write of the file has begun and is not known to have ended. */
  public boolean isBeingWritten() {
    return !known.equals(coming);
  }
}
