package dev.reveille.server.callback;

import dev.reveille.server.kernel.Command;

/**
 * A durable callback is due, whether the agent is connected or not.
 *
 * @param counted true if it was counted against the agent's limits before
 */
public record DurableCallbackDue(String id, boolean counted) implements Command {}
