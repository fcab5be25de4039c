package dev.reveille.server.skills;

import dev.reveille.server.observe.EventKind;
import dev.reveille.server.observe.Facet;

/** What is shown of skills. */
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
