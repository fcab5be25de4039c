package dev.reveille.server.mail;

import dev.reveille.server.kernel.Write;

/** Mailbox entries up to this seq may have been shown to the agent. Never goes back. */
public record MailOffered(String agent, long upTo) implements Write {}
