package dev.reveille.server.mail;

import dev.reveille.server.store.StoredEntry;
import org.jspecify.annotations.Nullable;

/**
 * A reference and the message that it names.
 *
 * @param entry null if retention removed it
 */
public record ReferredEntry(StoredReference reference, @Nullable StoredEntry entry) {
  /**
   * Makes it of what stands at the reference's place now. That may be a message of a new channel.
   */
  static ReferredEntry of(StoredReference reference, @Nullable StoredEntry there) {
    boolean same =
        there != null && there.ts() == reference.ts() && there.sender().equals(reference.sender());
    return new ReferredEntry(reference, same ? there : null);
  }

  /** Returns the number of characters of its text, which takes nearly all of its memory. */
  long chars() {
    return entry == null ? 0 : entry.chars();
  }
}
