package dev.reveille.server.kernel;

/**
 * Tells a command to another cell, once the unit is durable. It does not survive the process: after
 * a crash the command may never arrive.
 */
public record Tell(CellId to, Command command) implements Effect {}
