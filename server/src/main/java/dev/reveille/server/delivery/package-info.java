/**
 * Sends what is durable to sessions, in order: effects on sessions, outlets, pulls and the
 * directory of connected agents.
 *
 * <p>Features return a {@code DeliveryEffect}; a {@code Gate} may hold messages back, and a {@code
 * Lookup} answers a question. This package knows entries and frames, but no kind of entry and no
 * feature.
 *
 * <p>Nothing leaves before it is durable. The frames of one session leave in commit order, or the
 * session is closed.
 */
@NullMarked
package dev.reveille.server.delivery;

import org.jspecify.annotations.NullMarked;
