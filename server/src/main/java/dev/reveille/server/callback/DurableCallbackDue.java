package dev.reveille.server.callback;

import dev.reveille.server.kernel.Command;

/**
 * A durable callback is due, whether the agent is connected or not.
 *
 * @param counted true if it was counted against the agent's limits before
 * @param taken true if the agent has it, but its row could not be removed
 */
public record DurableCallbackDue(String id, boolean counted, boolean taken) implements Command {}
