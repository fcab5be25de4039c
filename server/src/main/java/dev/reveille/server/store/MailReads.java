package dev.reveille.server.store;

/** Reads how far mailboxes were read. */
public interface MailReads {
  MailboxState mailbox(String agent);
}
