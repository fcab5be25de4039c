/**
 * Everything that a person or a monitor sees of the running server.
 *
 * <p>A feature describes what it shows as data: a {@link dev.reveille.server.observe.Facet} for the
 * dashboard, its feed and {@code top}, and {@link dev.reveille.server.observe.Meter}s for {@code
 * /metrics}. {@link dev.reveille.server.observe.Feed} is the one ordered log of events. {@link
 * dev.reveille.server.observe.Measurements} holds the last five minutes; {@link
 * dev.reveille.server.observe.NumbersCell} stores them added up by minute and hour.
 *
 * <p>Every package may use this one. It changes nothing but these numbers, and it reads later
 * packages only through suppliers.
 */
@NullMarked
package dev.reveille.server.observe;

import org.jspecify.annotations.NullMarked;
