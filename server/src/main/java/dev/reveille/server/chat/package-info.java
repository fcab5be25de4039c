/**
 * The chat: sessions and their handshake, agents, channels, mailboxes, delivery.
 *
 * <p>Three kinds of cell own the state (agent, channel, mailbox); {@code Session} is the inbound
 * side of a connection and {@link dev.reveille.server.chat.Outlets} the outbound one. The socket
 * layer and the wiring may call this package; it knows neither.
 */
@NullMarked
package dev.reveille.server.chat;

import org.jspecify.annotations.NullMarked;
