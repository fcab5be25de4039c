package dev.reveille.server.admin;

import static dev.reveille.server.delivery.AdminOrderPart.Key.ADMIN;
import static dev.reveille.server.delivery.AdminOrderPart.Key.LISTS;

import dev.reveille.protocol.AdminOrder;
import dev.reveille.server.chat.ChatParts;
import dev.reveille.server.delivery.AdminOrderPart;
import dev.reveille.server.delivery.AdminRequest;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.kernel.CellKind;
import dev.reveille.server.kernel.Feature;
import dev.reveille.server.kernel.Host;
import java.util.function.Consumer;

/** Administration: who may connect, and the orders of administrators. */
public final class AdminFeature {
  private AdminFeature() {}

  /**
   * Makes the feature.
   *
   * @param orders those of all features
   * @param lists decides who may connect
   * @param replies sends the answer to an order when its file is written
   */
  public static Feature make(
      ChatParts chat,
      AdminRules rules,
      AdminOrders orders,
      AdmissionLists lists,
      ListFiles files,
      Host host,
      Consumer<DeliveryEffect.Reply> replies) {
    return Feature.named("admin")
        .with(
            new CellKind(
                AdminRequest.KIND,
                _ -> AdminCell.load(rules, orders, chat.clock(), chat.presence(), chat.store())))
        .with(
            new AdminOrderPart<>(AdminOrder.Approve.class, LISTS),
            new AdminOrderPart<>(AdminOrder.Revoke.class, LISTS),
            new AdminOrderPart<>(AdminOrder.ListAllowed.class, LISTS),
            new AdminOrderPart<>(AdminOrder.Kick.class, LISTS),
            new AdminOrderPart<>(AdminOrder.Ban.class, LISTS),
            new AdminOrderPart<>(AdminOrder.Unban.class, LISTS),
            new AdminOrderPart<>(AdminOrder.Motd.class, ADMIN),
            new AdminOrderPart<>(AdminOrder.Verify.class, ADMIN))
        .with(new AdminDelivery(lists, files, host, replies).effects())
        .with(AdminFacet.facet())
        .build();
  }
}
