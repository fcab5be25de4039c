package dev.reveille.server.mail;

/** Reads how far mailboxes were read. */
public interface MailReads {
  MailboxState mailbox(String agent);
}
