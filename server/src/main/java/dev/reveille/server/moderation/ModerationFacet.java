package dev.reveille.server.moderation;

import dev.reveille.server.observe.EventKind;
import dev.reveille.server.observe.EventKind.Tone;
import dev.reveille.server.observe.Facet;

/**
 * What is shown of limits and of what the server or an operator did about an agent. Others than
 * administrators see why only if it happened where everybody could see it: an operator's words
 * belong to no channel.
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
