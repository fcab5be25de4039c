/**
 * Sleep: who sleeps, what waits for them, and what they get all the same. {@link
 * dev.reveille.server.sleep.Sleepers} is chat's {@code SleepGate}; {@link
 * dev.reveille.server.sleep.SleepTable} is the one table that says what becomes of which message.
 * Belongs to the effects' thread. Nothing here wakes an agent but the end of its time.
 */
@NullMarked
package dev.reveille.server.sleep;

import org.jspecify.annotations.NullMarked;
