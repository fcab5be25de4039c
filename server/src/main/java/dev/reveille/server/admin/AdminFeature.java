package dev.reveille.server.admin;

import dev.reveille.server.chat.ChatParts;
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
   * @param lists decides who may connect
   * @param replies sends the answer to an order when its file is written
   */
  public static Feature make(
      ChatParts chat,
      AdminRules rules,
      AdmissionLists lists,
      ListFiles files,
      Host host,
      Consumer<DeliveryEffect.Reply> replies) {
    return Feature.named("admin")
        .with(
            new CellKind(
                AdminRequest.KIND,
                _ -> AdminCell.load(rules, chat.clock(), chat.presence(), chat.store())))
        .with(new AdminDelivery(lists, files, host, replies).effects())
        .with(AdminFacet.facet())
        .build();
  }
}
