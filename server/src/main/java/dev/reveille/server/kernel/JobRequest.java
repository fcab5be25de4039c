package dev.reveille.server.kernel;

/** The task of a job. A record that can be serialized: no lambdas, no sockets. */
public interface JobRequest {}
