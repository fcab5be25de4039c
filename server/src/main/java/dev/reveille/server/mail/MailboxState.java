package dev.reveille.server.mail;

/**
 * The stored progress of a mailbox.
 *
 * @param offered entries up to here may have been shown before
 * @param delivered entries up to here were certainly written to the agent's socket, or confirmed
 * @param ahead entries after {@code delivered} that were written too, or must not be shown
 * @param unshown entries up to {@code offered} that were certainly not shown
 * @param lastReference the number of the newest reference that was ever made
 * @param lost how many references were removed before they were confirmed
 * @param lostRead how many of these the agent knows about
 */
public record MailboxState(
    long offered,
    long delivered,
    String ahead,
    String unshown,
    long lastReference,
    long lost,
    long lostRead) {
  public static final MailboxState NEW = new MailboxState(0, 0);

  /** Creates the state of a mailbox without references. */
  public MailboxState(long offered, long delivered, String ahead, String unshown) {
    this(offered, delivered, ahead, unshown, 0, 0, 0);
  }

  /** Creates the state of a mailbox that its two marks describe completely. */
  public MailboxState(long offered, long delivered) {
    this(offered, delivered, "", "");
  }
}
