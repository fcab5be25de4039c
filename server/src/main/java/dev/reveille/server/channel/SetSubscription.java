package dev.reveille.server.channel;

import dev.reveille.server.kernel.Write;
import org.jspecify.annotations.Nullable;

/** Sets an agent's filter of a channel, as JSON of the wire; absent = the agent gets everything. */
public record SetSubscription(String agent, String channel, @Nullable String filter)
    implements Write {}
