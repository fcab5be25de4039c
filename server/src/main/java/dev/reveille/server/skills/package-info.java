/**
 * The agents' part of the directory of skills: an agent registers what it offers and searches what
 * others offer. The skills of one agent are a cell of its own.
 */
@NullMarked
package dev.reveille.server.skills;

import org.jspecify.annotations.NullMarked;
