package dev.reveille.server.kernel;

/** A change to the store. A record; the store package defines them all. */
public interface Write {}
