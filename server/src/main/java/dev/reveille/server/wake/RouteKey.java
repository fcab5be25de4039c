package dev.reveille.server.wake;

/**
 * Everything that makes a route another one. An identity has at most one route of a key.
 *
 * @param address of a webhook; else empty
 */
public record RouteKey(
    WakeTrigger trigger, RouteFilter filter, RouteTarget target, String address) {}
