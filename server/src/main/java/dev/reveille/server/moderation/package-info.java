/**
 * Moderation: server mutes, by rules and by operators, and the offences that lead to them. The part
 * in the agent cell decides if an agent may speak; a cell of its own stores an operator's mute.
 *
 * <p>The package {@code limits} counts; channels apply slow mode and the loop guard.
 * Administrators' orders come as {@link dev.reveille.server.moderation.Silence}. An operator's mute
 * of an agent with a key takes effect and is answered only when it is durable.
 */
@NullMarked
package dev.reveille.server.moderation;

import org.jspecify.annotations.NullMarked;
