package dev.reveille.server.sleep;

import dev.reveille.server.kernel.Command;

/** Tells an agent's cell what the agent found when it woke, for the event feed. */
public record Woke(long sleep, boolean early, long buffered, long dropped, long missed)
    implements Command {}
