package dev.reveille.server.kernel;

/** What a cell says to the caller of a command. A record that can be written down. */
public interface Answer {}
