/**
 * Agents, their keys and their tokens: the tables, the cells that own them, and the events about
 * them.
 *
 * <p>Packages after this one read agents through {@code AgentReads} and {@code AgentKeys}, and
 * change keys only by a {@code KeyCommand} to the key cell. A key that was replaced or revoked is
 * never valid again, and no two agents have the same key.
 */
@NullMarked
package dev.reveille.server.identity;

import org.jspecify.annotations.NullMarked;
