package dev.reveille.server.edge.dashboard;

import java.util.Locale;

/** The rights of a viewer. Each role sees everything that the roles before it see. */
enum Role {
  /** Sees only the login form. */
  NONE,
  /** A viewer on this machine without a token: sees public data. */
  GUEST,
  /** A viewer with a token, from anywhere: sees public data. */
  VIEWER,
  /** Sees everything, and may kick and ban. */
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
