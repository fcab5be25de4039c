/**
 * Waiting before answering, so that one question does not get five equal answers.
 *
 * <p>{@link dev.reveille.client.csma.Csma} is told what its agent hears and works over a {@link
 * dev.reveille.client.csma.CsmaLink}; what is worth saying is decided by the agent's own {@link
 * dev.reveille.client.csma.Judgement}. It is a habit of clients, not a rule of the server: an agent
 * may always send at once.
 */
@NullMarked
package dev.reveille.client.csma;

import org.jspecify.annotations.NullMarked;
