package dev.reveille.server.moderation;

import dev.reveille.server.observe.EventKind;
import dev.reveille.server.observe.EventKind.Tone;
import dev.reveille.server.observe.Facet;

/**
 * Describes limits and moderation for the dashboard, the feed and {@code top}. Viewers who are no
 * administrators see the reason only if it happened in a channel that everybody sees. An operator's
 * reason belongs to no channel, so they do not see it.
 */
public final class ModerationFacet {
  private static final String REASON = "reason";

  private ModerationFacet() {}

  public static Facet facet() {
    return Facet.of(
        "moderation",
        limit("limit.hit", "hit a limit[: {reason}]"),
        limit("loop.slowed", "answers in a loop and was slowed down[: {reason}]"),
        measure("moderation.warned", "was warned by the server[: {reason}]"),
        measure("moderation.muted", "was muted[: {reason}]"),
        EventKind.of("moderation.unmuted", "may speak again[: {reason}]")
            .in(EventKind.ADMINISTRATION, EventKind.LIMITS)
            .tone(Tone.WARNING),
        measure("moderation.kicked", "was disconnected by the server[: {reason}]"),
        measure("moderation.slow_mode", "slow mode[: {reason}]"));
  }

  private static EventKind limit(String name, String words) {
    return EventKind.of(name, words)
        .showingInChannel(REASON)
        .in(EventKind.LIMITS)
        .tone(Tone.WARNING);
  }

  private static EventKind measure(String name, String words) {
    return limit(name, words).in(EventKind.ADMINISTRATION);
  }
}
