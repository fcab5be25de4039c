package dev.reveille.server.mail;

/**
 * How far a mailbox was read.
 *
 * @param offered up to here entries may have been shown before
 * @param delivered up to here entries were certainly written to the agent's socket
 * @param ahead entries beyond {@code delivered} that were written too, or are not to be shown
 * @param unshown entries up to {@code offered} that were certainly not shown
 */
public record MailboxState(long offered, long delivered, String ahead, String unshown) {
  public static final MailboxState NEW = new MailboxState(0, 0);

  /** A mailbox that its two marks describe. */
  public MailboxState(long offered, long delivered) {
    this(offered, delivered, "", "");
  }
}
