package dev.reveille.server.verification;

import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.SessionId;

/**
 * Tells an agent's cell that a request for verification which this session made has its outcome.
 */
public record RequestEnded(SessionId session, String requestId) implements Command {}
