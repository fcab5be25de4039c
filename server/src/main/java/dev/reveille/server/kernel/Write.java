package dev.reveille.server.kernel;

/** A change to the store. A record, defined by the table that stores it. */
public interface Write {}
