package dev.reveille.server.moderation;

import dev.reveille.protocol.ModerationOrders;
import dev.reveille.server.chat.FeatureParts;
import dev.reveille.server.chat.FeaturePlan;
import dev.reveille.server.delivery.AdminOrderPart;
import dev.reveille.server.delivery.Cells;
import dev.reveille.server.kernel.CellKind;
import dev.reveille.server.kernel.Feature;
import dev.reveille.server.kernel.Tell;
import dev.reveille.server.limits.ModerationConfig;
import java.util.List;

/**
 * Moderation: slows and mutes agents that repeat themselves, and mutes agents by an operator's
 * order.
 */
public final class ModerationFeature {
  public static final FeaturePlan PLAN =
      new FeaturePlan(ModerationConfig.SETTINGS, List.of(MuteTable.TABLE), ModerationFeature::make);

  private ModerationFeature() {}

  private static Feature make(FeatureParts parts) {
    var chat = parts.chat();
    return Feature.of(
        "moderation",
        new CellKind(MuteCell.KIND, agent -> new MuteCell(agent, chat.clock())),
        new ModerationPart(chat),
        new AdminOrderPart<>(
            ModerationOrders.Mute.class,
            (order, request, _, audit) ->
                new Tell(
                    Cells.agent(order.agent()),
                    new Silence(request, order.seconds(), order.reason(), audit))),
        ModerationFacet.facet());
  }
}
