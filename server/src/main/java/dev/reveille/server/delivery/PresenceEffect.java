package dev.reveille.server.delivery;

import dev.reveille.server.kernel.DirectoryEffect;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.SessionId;

/** A change of the connected agents and side sessions. {@link PresenceChanges} carries it out. */
public sealed interface PresenceEffect extends Effect {

  record Came(Presence.Agent agent) implements PresenceEffect, DirectoryEffect {}

  record Went(String agent, SessionId session) implements PresenceEffect, DirectoryEffect {}

  record SideOpened(Presence.Side side) implements PresenceEffect, DirectoryEffect {}

  record SideClosed(String agent, SessionId session) implements PresenceEffect, DirectoryEffect {}
}
