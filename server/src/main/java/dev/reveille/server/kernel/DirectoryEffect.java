package dev.reveille.server.kernel;

/** A change of a directory that everybody reads: the connected agents, or the channels. */
public interface DirectoryEffect extends Effect {}
