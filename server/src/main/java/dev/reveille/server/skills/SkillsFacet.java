package dev.reveille.server.skills;

import dev.reveille.server.observe.EventKind;
import dev.reveille.server.observe.Facet;

/** Describes skills for the dashboard, the feed and {@code top}. */
public final class SkillsFacet {
  private SkillsFacet() {}

  public static Facet facet() {
    // The detail is the number of skills.
    return Facet.of(
        "skills",
        EventKind.of("skills.registered", "offered {reason:count skill}")
            .showing("reason")
            .in("skills"));
  }
}
