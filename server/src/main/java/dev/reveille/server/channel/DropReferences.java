package dev.reveille.server.channel;

import dev.reveille.server.kernel.Command;

/** Tells the mailbox of an agent that the agent left a channel. */
public record DropReferences(String channel) implements Command {}
