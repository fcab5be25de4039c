package dev.reveille.server.kernel;

/** An action that runs once a unit is durable. A record that can be serialized. */
public interface Effect {}
