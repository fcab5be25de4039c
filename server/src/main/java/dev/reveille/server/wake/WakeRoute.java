package dev.reveille.server.wake;

import java.time.Duration;

/**
 * A wish of an agent about one kind of event. An agent has at most one route with the same trigger
 * and filter.
 *
 * @param least only events of this priority or above; {@code low} = all
 * @param sender only events of this agent; empty = of all
 * @param window how long an event waits for others; zero = not at all
 */
public record WakeRoute(
    String identity,
    WakeTrigger trigger,
    dev.reveille.protocol.Priority least,
    String sender,
    WakePolicy policy,
    Duration window) {}
