package dev.reveille.server.chat;

import dev.reveille.server.delivery.Outlets;
import dev.reveille.server.kernel.Host;
import dev.reveille.server.kernel.TimerQueue;

/**
 * What a feature is made from.
 *
 * @param chat the store, the clock, the settings and the directories
 * @param host where cells are told and asked from outside
 */
public record FeatureParts(ChatParts chat, Host host, TimerQueue timers, Outlets outlets) {}
