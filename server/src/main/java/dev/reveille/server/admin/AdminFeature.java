package dev.reveille.server.admin;

import dev.reveille.server.chat.ChatParts;
import dev.reveille.server.delivery.AdminRequest;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.kernel.CellKind;
import dev.reveille.server.kernel.Feature;
import dev.reveille.server.kernel.Host;
import java.util.function.Consumer;

/** Administrators: who may come in, and what they order. */
public final class AdminFeature {
  private AdminFeature() {}

  /**
   * @param lists who may come in, as everybody asks it
   * @param replies sends what an order is answered with when its file is written
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
