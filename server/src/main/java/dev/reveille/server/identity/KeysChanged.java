package dev.reveille.server.identity;

import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.SessionId;

/**
 * Tells an agent's cell that the agent's keys have changed, durably. A session that came by a key
 * which is no longer good must go.
 *
 * @param session the one that asked for the change; if it is the body, it stays and holds the new
 *     key
 */
public record KeysChanged(SessionId session, AgentKeys keys) implements Command {}
