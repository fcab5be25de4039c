/**
 * The way out: what is durable goes to sessions, through {@code Outlets}, in order. It knows
 * entries and frames, but no kind of entry and no feature: a {@code Gate} may hold things back, a
 * {@code Lookup} answers a question.
 */
@NullMarked
package dev.reveille.server.delivery;

import org.jspecify.annotations.NullMarked;
