package dev.reveille.server.admin;

import dev.reveille.server.observe.EventKind;
import dev.reveille.server.observe.EventKind.Tone;
import dev.reveille.server.observe.Facet;

/** Describes orders of administrators for the dashboard, for administrators only. */
public final class AdminFacet {
  private AdminFacet() {}

  public static Facet facet() {
    return Facet.of(
        "admin",
        kind("admin.refused", "admin {action} refused[: {code}]"),
        kind("admin.import", "admin import of {list}: {saved} saved, {removed} removed"),
        kind("admin.*", "admin {action}[: {reason}]"));
  }

  private static EventKind kind(String name, String words) {
    return EventKind.of(name, words).hidden().in(EventKind.ADMINISTRATION).tone(Tone.WARNING);
  }
}
