/**
 * The agents' part of verification: an agent asks another to prove that it has its key. Each such
 * request is a cell of its own, below both agents.
 */
@NullMarked
package dev.reveille.server.verification;

import org.jspecify.annotations.NullMarked;
