package dev.reveille.server.store;

import dev.reveille.server.kernel.Write;
import org.jspecify.annotations.Nullable;

/** An entry of the event feed that is not a message. */
public record AppendEvent(
    long at, String kind, @Nullable String agent, @Nullable String channel, @Nullable String detail)
    implements Write {}
