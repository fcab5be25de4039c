package dev.reveille.server.kernel;

/** The host's answer if the called cell could not be loaded or failed. */
public record Unavailable(String reason) implements Answer {}
