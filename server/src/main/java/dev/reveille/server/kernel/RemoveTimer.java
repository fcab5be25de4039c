package dev.reveille.server.kernel;

/** Removes a stored timer, because it took effect or is no longer wanted. It need not exist. */
public record RemoveTimer(TimerId timer) implements TimerWrite {}
