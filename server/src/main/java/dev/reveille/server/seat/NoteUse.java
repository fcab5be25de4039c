package dev.reveille.server.seat;

import dev.reveille.server.kernel.Write;

/** Notes what a session has used by now. */
public record NoteUse(StoredUse use) implements Write {}
