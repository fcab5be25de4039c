package dev.reveille.server.edge.dashboard;

import dev.reveille.server.channel.ChannelList;
import dev.reveille.server.observe.Viewer;
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

  /** Returns the rights of this role for the features that answer it. */
  Viewer viewer(ChannelList channels) {
    return new Viewer(seesPrivate(), channel -> seesPrivate() || channels.isPublic(channel));
  }

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
