/**
 * Who is to be slowed or silenced, and when: pure bookkeeping over monotonic time.
 *
 * <p>Nothing here knows cells, sessions or the store. Each object belongs to one cell, which asks
 * it before it takes a message; all of them are bounded and may be forgotten at any time, which
 * only forgives.
 */
@NullMarked
package dev.reveille.server.limits;

import org.jspecify.annotations.NullMarked;
