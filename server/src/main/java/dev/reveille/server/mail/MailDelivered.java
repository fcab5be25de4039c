package dev.reveille.server.mail;

import dev.reveille.server.kernel.Write;

/** Mailbox entries up to this seq were written to the agent's socket. Never goes back. */
public record MailDelivered(String agent, long upTo) implements Write {}
