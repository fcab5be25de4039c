package dev.reveille.server.mail;

import dev.reveille.server.kernel.Write;

/** Stores what became of a message in the mailbox of an agent. Replaces what was known before. */
public record SaveReceipt(String agent, StoredReceipt receipt) implements Write {}
