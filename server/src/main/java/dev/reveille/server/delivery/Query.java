package dev.reveille.server.delivery;

/** A question about what is durable. A record that can be serialized. */
public interface Query {}
