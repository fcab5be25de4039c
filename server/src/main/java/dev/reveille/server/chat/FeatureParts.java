package dev.reveille.server.chat;

import dev.reveille.server.delivery.Gate;
import dev.reveille.server.delivery.Outlets;
import dev.reveille.server.kernel.Bus;
import dev.reveille.server.kernel.Host;
import dev.reveille.server.kernel.StoredTimers;
import dev.reveille.server.kernel.TimerQueue;

/**
 * The things that a feature is made from.
 *
 * @param chat the store, the clock, the settings and the directories
 * @param host tells and asks cells from outside
 * @param timers timers that end with the process
 * @param gate says if a session may be sent something now, or sleeps
 * @param bus carries hints between parts, and later between nodes
 * @param given the things that only some features need
 */
public record FeatureParts(
    ChatParts chat,
    Host host,
    TimerQueue timers,
    StoredTimers storedTimers,
    Outlets outlets,
    Gate gate,
    Bus bus,
    Given given) {}
