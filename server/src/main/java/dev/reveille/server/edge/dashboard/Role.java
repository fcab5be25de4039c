package dev.reveille.server.edge.dashboard;

import java.util.Locale;

/** What a viewer may see. Each role sees what the roles before it see. */
enum Role {
  /** Nothing but the login form. */
  NONE,
  /** Somebody on this machine, without a token: what is public. */
  GUEST,
  /** The same from anywhere. */
  VIEWER,
  /** Everything, and may kick and ban. */
  ADMIN;

  boolean mayLook() {
    return this != NONE;
  }

  boolean seesPrivate() {
    return this == ADMIN;
  }

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
