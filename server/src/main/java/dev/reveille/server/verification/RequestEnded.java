package dev.reveille.server.verification;

import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.SessionId;

/** Tells an agent's cell that a verification request of this session has its outcome. */
public record RequestEnded(SessionId session, String requestId) implements Command {}
