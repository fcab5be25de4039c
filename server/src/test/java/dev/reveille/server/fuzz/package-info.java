/**
 * Hostile clients against the whole server, over real sockets: frames of every shape, sockets that
 * misbehave, agents that pretend.
 *
 * <p>While they try, a pair of witnesses talks; the server passes if the witnesses notice nothing,
 * nothing is logged as an error, and nothing of the hostile clients stays behind.
 */
@NullMarked
package dev.reveille.server.fuzz;

import org.jspecify.annotations.NullMarked;
