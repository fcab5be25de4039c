package dev.reveille.server.store;

/**
 * How far a mailbox was read.
 *
 * @param offered up to here entries may have been shown before
 * @param delivered up to here entries were certainly written to the agent's socket
 */
public record MailboxState(long offered, long delivered) {
  public static final MailboxState NEW = new MailboxState(0, 0);
}
