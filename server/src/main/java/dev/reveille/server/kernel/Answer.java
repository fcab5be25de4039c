package dev.reveille.server.kernel;

/** The answer of a cell to the caller of a command. A record that can be serialized. */
public interface Answer {}
