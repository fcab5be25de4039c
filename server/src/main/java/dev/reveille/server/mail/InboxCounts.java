package dev.reveille.server.mail;

import dev.reveille.server.kernel.Write;

/**
 * Stores the counters of an inbox.
 *
 * @param lastReference the number of the newest reference that was ever made
 * @param lost how many references were removed before they were confirmed
 * @param lostRead how many of these the agent knows about
 */
public record InboxCounts(String agent, long lastReference, long lost, long lostRead)
    implements Write {}
