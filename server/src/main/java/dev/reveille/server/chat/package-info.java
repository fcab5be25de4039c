/**
 * The agent cell: the body that speaks for an agent, and the parts that handle its requests.
 *
 * <p>A feature adds an {@link dev.reveille.server.chat.AgentPart} with its requests and commands;
 * {@link dev.reveille.server.chat.AgentCell} calls the parts on the agent's lane. Features after
 * this package and the wiring may call it; it knows neither sockets nor those features. An agent's
 * messages are handled and answered in the order in which its session sent them.
 */
@NullMarked
package dev.reveille.server.chat;

import org.jspecify.annotations.NullMarked;
