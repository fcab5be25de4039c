package dev.reveille.server.delivery;

import dev.reveille.server.kernel.Presence;
import dev.reveille.server.observe.EventKind;
import dev.reveille.server.observe.EventKind.Tone;
import dev.reveille.server.observe.Facet;
import dev.reveille.server.observe.Series;

/** The events of agents that connect and leave. */
public final class PresenceFacet {
  private PresenceFacet() {}

  public static Facet of(Presence presence) {
    return Facet.of(
            "presence",
            kind("agent.online", "came online", EventKind.COMING_AND_GOING).showing("name"),
            kind("agent.offline", "went offline", EventKind.COMING_AND_GOING).showing("name"),
            kind(
                "agent.displaced",
                "was displaced by another connection",
                EventKind.COMING_AND_GOING),
            kind("agent.kicked", "was kicked[: {reason}]", EventKind.ADMINISTRATION),
            kind("agent.banned", "was banned[: {reason}]", EventKind.ADMINISTRATION),
            // The reason is an administrator's text, so only administrators see it.
            kind("agent.refused", "was refused[: {reason}]", EventKind.ADMINISTRATION))
        .withSeries(
            new Series.Level("connected", "Agents", "connected", () -> presence.agents().size()));
  }

  private static EventKind kind(String name, String words, String group) {
    return EventKind.of(name, words).in(group).tone(Tone.AGENT);
  }
}
