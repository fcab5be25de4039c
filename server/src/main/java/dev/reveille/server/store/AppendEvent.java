package dev.reveille.server.store;

import dev.reveille.server.kernel.Write;
import org.jspecify.annotations.Nullable;

/** Adds an event to the event feed that is not an entry of a stream. */
public record AppendEvent(
    long at, String kind, @Nullable String agent, @Nullable String channel, @Nullable String detail)
    implements Write {}
