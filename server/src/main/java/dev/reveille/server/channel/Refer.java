package dev.reveille.server.channel;

import dev.reveille.protocol.Priority;
import dev.reveille.server.kernel.Command;

/**
 * Tells the mailbox of an agent that a channel's message mentions it.
 *
 * @param ts when the message got its seq
 */
public record Refer(String channel, long seq, long ts, String sender, Priority priority)
    implements Command {}
