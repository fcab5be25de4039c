package dev.reveille.server.channel;

import dev.reveille.server.observe.EventKind;
import dev.reveille.server.observe.Facet;

/** Describes channels and floor claims for the dashboard, the feed and {@code top}. */
public final class ChannelFacet {
  private ChannelFacet() {}

  public static Facet facet() {
    return Facet.of(
        "channels",
        kind("channel.created", "made {channel}"),
        kind("channel.joined", "entered {channel}"),
        kind("channel.left", "left {channel}"),
        kind("channel.removed", "channel removed[: {reason}]").showing("reason"),
        EventKind.of("floor.claimed", "is about to answer in {channel}")
            .showing("msg_id", "until")
            .in("floor claims"));
  }

  private static EventKind kind(String name, String words) {
    return EventKind.of(name, words).in(EventKind.COMING_AND_GOING);
  }
}
