package dev.reveille.server.observe;

import dev.reveille.server.kernel.Write;

/** Stores the numbers of an hour, in place of what was stored for it before. */
public record SaveHour(StoredNumbers numbers) implements Write {}
