/**
 * The inbox as its agent uses it: the requests READ, UNREAD, PENDING and RECEIPT, and the answers
 * that wait for something. The mailbox cell owns the state; this package reads what is durable.
 * Only {@code app} calls it. An answer contains only what its agent may read at that moment, and a
 * cursor confirms exactly what its answer contained.
 */
@NullMarked
package dev.reveille.server.inbox;

import org.jspecify.annotations.NullMarked;
