/**
 * Agents and their keys: the tables, the cell that owns an agent's keys, and the events about them.
 *
 * <p>Packages after this one read agents through {@code AgentReads} and {@code AgentKeys}, and
 * change keys only by a {@code KeyCommand} to the key cell. A key that was replaced or revoked is
 * never valid again, and no two agents have the same key.
 */
@NullMarked
package dev.reveille.server.identity;

import org.jspecify.annotations.NullMarked;
