package dev.reveille.protocol;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A route as people set it: also with an address.
 *
 * @param address where a webhook is called; null for other targets
 */
public record PlacedRoute(RouteMessages.Wish wish, @Nullable String address) {
  /**
   * Reads the fields of ADMIN_ROUTE_SET, besides the identity.
   *
   * @throws InvalidMessage with a sentence for a person
   */
  public static PlacedRoute read(JsonNode json) throws InvalidMessage {
    return of(new Fields(json));
  }

  static PlacedRoute of(Fields f) throws InvalidMessage {
    var wish = RouteMessages.wish(f);
    var address = f.optional("address", SeatOrders.MAX_WORD);
    boolean webhook = wish.target().equals(RouteMessages.WEBHOOK);
    if (webhook && (address == null || !address.matches("https?://.+"))) {
      throw new InvalidMessage("Invalid address: a webhook needs one, http:// or https://");
    }
    if (!webhook && address != null) {
      throw new InvalidMessage("Invalid address: only a webhook has one");
    }
    return new PlacedRoute(wish, address);
  }
}
