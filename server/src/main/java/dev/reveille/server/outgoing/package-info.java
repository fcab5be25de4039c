/**
 * Sends HTTP requests to other servers: the one way out for webhooks, push messages and sources of
 * work.
 *
 * <p>Every package after this one may use {@link dev.reveille.server.outgoing.OutgoingClient}. It
 * promises that a request reaches only public addresses or hosts that the operator allowed, that
 * the checked address is the one used, and that a call ends within its limits of time and size. A
 * call blocks, so a cell never makes one; a job does.
 */
@NullMarked
package dev.reveille.server.outgoing;

import org.jspecify.annotations.NullMarked;
