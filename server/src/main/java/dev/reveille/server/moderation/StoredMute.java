package dev.reveille.server.moderation;

/** Until when the server takes no message of an agent (wall time), and why. */
public record StoredMute(long until, String reason) {}
