package dev.reveille.server.observe;

import dev.reveille.server.kernel.SessionId;
import java.util.Optional;

/**
 * The agent that something is shown of.
 *
 * @param session empty if the agent is not connected
 */
public record ShownAgent(String agent, Optional<SessionId> session) {}
