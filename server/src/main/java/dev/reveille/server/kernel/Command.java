package dev.reveille.server.kernel;

/** What a cell is asked to do. A record that can be written down: no lambdas, no sockets. */
public interface Command {}
