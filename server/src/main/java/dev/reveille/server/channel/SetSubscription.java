package dev.reveille.server.channel;

import dev.reveille.server.kernel.Write;
import org.jspecify.annotations.Nullable;

/** What an agent hears of a channel, as JSON of the wire; absent = all of it. */
public record SetSubscription(String agent, String channel, @Nullable String filter)
    implements Write {}
