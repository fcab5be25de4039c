/**
 * Decides which agents are slowed or muted, and for how long. Pure bookkeeping over monotonic time,
 * and the settings of the chat. {@code FeatureSettings} says how a feature has settings of its own.
 *
 * <p>Nothing here knows cells, sessions or the store. Each object belongs to one cell, and the cell
 * asks it before it accepts a message. All of them are bounded in memory. They may be forgotten at
 * any time; an agent is then only treated more mildly.
 */
@NullMarked
package dev.reveille.server.limits;

import org.jspecify.annotations.NullMarked;
