package dev.reveille.server.callback;

import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.SessionId;
import org.jspecify.annotations.Nullable;

/**
 * A callback of this session is due.
 *
 * @param channel the channel whose members get it; absent = only the agent itself
 * @param counted true if it was counted against the agent's limits before
 */
public record CallbackDue(
    SessionId session, String id, @Nullable String channel, String payload, boolean counted)
    implements Command {}
