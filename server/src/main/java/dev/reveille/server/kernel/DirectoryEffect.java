package dev.reveille.server.kernel;

/** A change of a directory that everybody reads: who is here, which channels there are. */
public interface DirectoryEffect extends Effect {}
