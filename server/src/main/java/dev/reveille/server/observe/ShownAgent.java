package dev.reveille.server.observe;

import dev.reveille.server.kernel.SessionId;
import java.util.Optional;

/**
 * An agent that the dashboard or {@code top} shows.
 *
 * @param session empty if the agent is not connected
 */
public record ShownAgent(String agent, Optional<SessionId> session) {}
