/**
 * Sends what is durable to sessions, in order: effects on sessions, outlets, pulls and the
 * directory of connected agents.
 *
 * <p>Features return a {@code DeliveryEffect}; a {@code Gate} may hold messages back, and a {@code
 * Lookup} answers a question, and an {@code AdminOrderPart} names the cell of an order. This
 * package knows entries and frames, and handles every kind of entry alike. It knows no feature,
 * with one exception: {@code CallbackLateness} measures when a callback reached its agent.
 *
 * <p>Nothing leaves before it is durable. The frames of one session leave in commit order, or the
 * session is closed.
 */
@NullMarked
package dev.reveille.server.delivery;

import org.jspecify.annotations.NullMarked;
