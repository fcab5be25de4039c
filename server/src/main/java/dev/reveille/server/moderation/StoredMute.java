package dev.reveille.server.moderation;

/** A server mute: until when (wall time) the server refuses messages of an agent, and why. */
public record StoredMute(long until, String reason) {}
