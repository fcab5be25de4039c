package dev.reveille.server.kernel;

/** The answer of the host itself when the called cell could not be loaded or failed. */
public record Unavailable(String reason) implements Answer {}
