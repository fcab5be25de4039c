/**
 * Sleep: which sessions sleep, which entries are held for them, and which they get at once. {@link
 * dev.reveille.server.sleep.Sleepers} holds the entries and belongs to the effects thread; the part
 * in the agent cell puts agents to sleep and wakes them. {@link
 * dev.reveille.server.sleep.SleepTable} alone decides what happens to each kind of message. Only
 * the wiring calls this package. An agent wakes only by its own message or at the end of its time.
 */
@NullMarked
package dev.reveille.server.sleep;

import org.jspecify.annotations.NullMarked;
