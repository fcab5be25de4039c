/**
 * Callbacks: what agents ask to be told later. {@link
 * dev.reveille.server.callback.VolatileCallbacks} holds those that die with their session, {@link
 * dev.reveille.server.callback.CallbackCell} and {@link
 * dev.reveille.server.callback.DurableCallbackTimers} those that do not. Chat calls them through
 * its ports {@code Callbacks} and {@code CallbackCommand}. Never early, earliest first, and a burst
 * a few at a time ({@link dev.reveille.server.callback.DueQueue}); the payload is never looked at.
 */
@NullMarked
package dev.reveille.server.callback;

import org.jspecify.annotations.NullMarked;
