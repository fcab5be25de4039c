package dev.reveille.server.task;

import dev.reveille.server.kernel.Write;

/**
 * Notes that this row of a task's log, and all rows that were stored before it, are in the
 * mailboxes of those whom they concern. A row that is not there any more changes nothing.
 */
public record SetHinted(String task, long seq) implements Write {}
