package dev.reveille.server.job;

import dev.reveille.server.kernel.CellId;

/** The note of a job that has not ended. */
public record StoredJob(CellId owner, long number, String kind) {}
