/**
 * The agents' part of moderation: mutes by the server and by operators, and what leads to them.
 *
 * <p>The counting is done by {@code limits}, slow mode and loops by the channels. An agent's mute
 * by an operator is stored by a cell of its own.
 */
@NullMarked
package dev.reveille.server.moderation;

import org.jspecify.annotations.NullMarked;
