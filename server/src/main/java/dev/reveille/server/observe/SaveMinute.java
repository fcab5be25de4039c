package dev.reveille.server.observe;

import dev.reveille.server.kernel.Write;

/** Stores the numbers of a minute, in place of what was stored for it before. */
public record SaveMinute(StoredNumbers numbers) implements Write {}
