/**
 * Verification: an agent asks another to prove that it has its key. The part in the agent cell
 * handles request and answer; each request is a cell of its own, below both agents. Only the wiring
 * calls this package. Each request has exactly one outcome, at the latest when its time limit ends.
 * Nothing here is stored.
 */
@NullMarked
package dev.reveille.server.verification;

import org.jspecify.annotations.NullMarked;
