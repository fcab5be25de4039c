package dev.reveille.server.route;

import dev.reveille.server.decision.WakeTrigger;

/**
 * Everything that makes a route another one. An identity has at most one route of a key.
 *
 * @param address of a webhook; else empty
 */
public record RouteKey(
    WakeTrigger trigger, RouteFilter filter, RouteTarget target, String address) {}
