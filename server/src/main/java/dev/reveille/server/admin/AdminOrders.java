package dev.reveille.server.admin;

import dev.reveille.protocol.AdminOrder;
import dev.reveille.server.delivery.AdminOrderPart;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The orders that the features of a node have. It is filled before the first one comes. */
public final class AdminOrders {
  private volatile Map<Class<?>, AdminOrderPart<?>> parts = Map.of();

  public synchronized void add(List<AdminOrderPart<?>> more) {
    var all = new HashMap<>(parts);
    for (var part : more) all.put(part.order(), part);
    parts = Map.copyOf(all);
  }

  AdminOrderPart<?> part(AdminOrder order) {
    var part = parts.get(order.getClass());
    if (part == null) throw new IllegalArgumentException("no feature has the order " + order);
    return part;
  }

  /** True if the key for the lists is enough for this order. */
  boolean isForLists(AdminOrder order) {
    return part(order).key() == AdminOrderPart.Key.LISTS;
  }
}
