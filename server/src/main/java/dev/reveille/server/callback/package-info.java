/**
 * Callbacks: timers that agents set with markers. {@link
 * dev.reveille.server.callback.VolatileCallbacks} holds those that end with their session; {@link
 * dev.reveille.server.callback.CallbackCell} holds durable ones, whose stored timers {@link
 * dev.reveille.server.callback.DurableCallbackTimers} names. The agent cell calls them through
 * {@code Callbacks} and {@code CallbackCommand}. A durable callback that fires becomes an entry of
 * its channel or of its agent's mailbox, in one transaction with its removal. A callback never
 * fires early, the earliest fires first, and a burst fires a few at a time ({@link
 * dev.reveille.server.kernel.DueQueue}). The payload is never read.
 */
@NullMarked
package dev.reveille.server.callback;

import org.jspecify.annotations.NullMarked;
