package dev.reveille.server.edge.http;

/** The answer to a request. */
public sealed interface Reply permits Page, Stream, Waiting {}
