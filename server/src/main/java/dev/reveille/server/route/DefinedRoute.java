package dev.reveille.server.route;

import dev.reveille.protocol.RouteMessages;

/**
 * A route that the settings define for a seat.
 *
 * @param address of a webhook; else empty
 * @param secret of a webhook; else empty
 */
public record DefinedRoute(RouteMessages.Wish wish, String address, String secret) {
  /** Shows no secret. */
  @Override
  public String toString() {
    return "route for " + wish.trigger();
  }
}
