/**
 * Tasks: work that one agent gives to others, with an owner, a state and an end.
 *
 * <p>Each task has a cell of its own, {@code TaskCell}. It owns the state and decides every move by
 * the one table {@code TaskTransitions}; a claim has one winner. Each change is a row of the task's
 * log, stored in one transaction with the task and its timer. The log is the truth; what is told is
 * a hint that can be repeated, and {@code task_seq} tells a repeat. {@code HintDesk} follows the
 * log and puts the hints into mailboxes.
 *
 * <p>{@code TaskRequests} is the part of the agent cell: it finds out whom a new task is for, and
 * calls the task's cell. {@code TaskLinks} refuses circles of tasks that wait for each other.
 * {@code TaskWaits} finds waits that will not end. Packages {@code seat}, {@code wake} and {@code
 * report} read tasks; only the cells of this package change them.
 */
@NullMarked
package dev.reveille.server.task;

import org.jspecify.annotations.NullMarked;
