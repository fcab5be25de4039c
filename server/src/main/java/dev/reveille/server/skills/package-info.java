/**
 * Skills: an agent registers what it offers and searches what others offer. The part in the agent
 * cell handles the requests; the skills of one agent are a cell of its own, with its own table.
 * Only the wiring calls this package. An acknowledged registration is durable, and a search is
 * bounded in what it compares and returns.
 */
@NullMarked
package dev.reveille.server.skills;

import org.jspecify.annotations.NullMarked;
