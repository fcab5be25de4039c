package dev.reveille.server.kernel;

/** The result of a job. A record that can be serialized: no lambdas, no sockets. */
public interface JobResult {}
