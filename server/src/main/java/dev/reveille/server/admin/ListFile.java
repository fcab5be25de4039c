package dev.reveille.server.admin;

/**
 * What a file that mirrors a list holds, by checksum: what it held when it was last looked at, or
 * what was being written then.
 */
public record ListFile(String name, String known, String coming) {
  public boolean isKnown(String checksum) {
    return checksum.equals(known) || checksum.equals(coming);
  }

  /** Whether a write of the file was begun and is not known to have ended. */
  public boolean isBeingWritten() {
    return !known.equals(coming);
  }
}
