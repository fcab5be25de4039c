package dev.reveille.server.identity;

import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.SessionId;

/**
 * Tells an agent's cell that the agent's keys have changed durably. The cell closes a session whose
 * key is no longer valid.
 *
 * @param session the session that asked for the change; if it is the agent's body, it stays and has
 *     the new key
 */
public record KeysChanged(SessionId session, AgentKeys keys) implements Command {}
