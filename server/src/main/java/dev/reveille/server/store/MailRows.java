package dev.reveille.server.store;

/** Reads how far mailboxes were read. */
public interface MailRows {
  MailboxState mailbox(String agent);
}
