package dev.reveille.server.edge.http;

/** What a request gets. */
public sealed interface Reply permits Page, Stream {}
