package dev.reveille.server.task;

import dev.reveille.server.kernel.Write;

/** Notes that a task waits for another. A repeat changes nothing. */
public record AddTaskWaiter(String blocker, String waiter) implements Write {}
