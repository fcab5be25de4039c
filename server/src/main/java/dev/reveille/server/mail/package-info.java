/**
 * Mailboxes: the cell that owns the direct messages of one agent, its table and effects, and the
 * progress of their delivery. Agent cells call a mailbox with {@link
 * dev.reveille.server.mail.MailboxCommand}; a mailbox never waits for an agent. It delivers in
 * order of seq. A crash may repeat the last entries, marked as replay; it never skips one.
 */
@NullMarked
package dev.reveille.server.mail;

import org.jspecify.annotations.NullMarked;
