package dev.reveille.server.kernel;

/** Something to be done once a unit is durable. A record that can be written down. */
public interface Effect {}
