package dev.reveille.server.moderation;

/** Until when the server takes no message of an agent (wall time), and why. */
public record StoredGag(long until, String reason) {}
