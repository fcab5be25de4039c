package dev.reveille.server.mail;

import dev.reveille.server.kernel.Write;

/**
 * Stores that the mailbox entries up to this seq may have been shown to the agent. The mark never
 * goes back.
 */
public record MailOffered(String agent, long upTo) implements Write {}
