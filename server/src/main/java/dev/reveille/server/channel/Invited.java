package dev.reveille.server.channel;

import dev.reveille.server.kernel.Command;

/** Tells the mailbox of an agent that a member invited it to a channel. */
public record Invited(String channel, String inviter, String inviterName) implements Command {}
