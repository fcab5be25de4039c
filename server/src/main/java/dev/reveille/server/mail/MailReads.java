package dev.reveille.server.mail;

/** Reads the progress of mailboxes. */
public interface MailReads {
  MailboxState mailbox(String agent);
}
