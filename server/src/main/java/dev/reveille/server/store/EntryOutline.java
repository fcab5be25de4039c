package dev.reveille.server.store;

/**
 * A stored entry without its text.
 *
 * @param extras further wire fields as JSON text without braces
 * @param kind see {@link StoredEntry#kind}
 * @param ts when it was stored, in wall milliseconds
 */
public record EntryOutline(long seq, String sender, String extras, String kind, long ts) {
  static EntryOutline of(StoredEntry entry) {
    return new EntryOutline(entry.seq(), entry.sender(), entry.extras(), entry.kind(), entry.ts());
  }

  /** True if the kind is {@link StoredEntry#MESSAGE}. */
  public boolean isMessage() {
    return kind.equals(StoredEntry.MESSAGE);
  }
}
