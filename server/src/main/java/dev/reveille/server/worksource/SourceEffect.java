package dev.reveille.server.worksource;

import dev.reveille.server.kernel.DirectoryEffect;

/** A work source said something for a seat. */
record SourceEffect(StoredSource source) implements DirectoryEffect {}
