package dev.reveille.server.worksource;

import dev.reveille.server.kernel.Write;

/** Stores the count of questions of a day. */
public record SaveSourceDay(StoredSourceDay day) implements Write {}
