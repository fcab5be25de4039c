/**
 * RETRACT: an author takes back what it said. The text of the entry is replaced where it is stored,
 * so history, replay, mailboxes, inboxes, sleepers and the dashboard read the placeholder. The
 * entry keeps its place and its id, so answers to it still resolve. Only {@code app} calls this
 * package.
 */
@NullMarked
package dev.reveille.server.retraction;

import org.jspecify.annotations.NullMarked;
