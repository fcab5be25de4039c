package dev.reveille.server.mail;

import dev.reveille.server.kernel.Write;

/**
 * Stores that the mailbox entries up to this seq were written to the agent's socket. The mark never
 * goes back.
 */
public record MailDelivered(String agent, long upTo) implements Write {}
