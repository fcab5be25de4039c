package dev.reveille.server.route;

import dev.reveille.protocol.RouteOrders;
import dev.reveille.server.chat.FeatureParts;
import dev.reveille.server.chat.FeaturePlan;
import dev.reveille.server.decision.WakeReads;
import dev.reveille.server.kernel.CellKind;
import dev.reveille.server.kernel.EffectPart;
import dev.reveille.server.kernel.Feature;
import dev.reveille.server.observe.Meter;
import dev.reveille.server.seat.SeatOrdered;

/** Wake routes: which events wake an agent, and how. */
public final class RouteFeature {
  public static final FeaturePlan PLAN =
      new FeaturePlan(RouteConfig.SETTINGS, WakeRouteTable.TABLES, RouteFeature::make);

  private RouteFeature() {}

  private static Feature make(FeatureParts parts) {
    var ids = parts.chat().ids();
    var store = parts.chat().store();
    var routes = parts.given().get(RouteView.class);
    var webhooks =
        new WebhookJob(
            parts.given().get(WebhookJob.Sender.class),
            WebhookJob.Waiter.of(parts.timers()),
            store.reads(RouteReads.class),
            () -> store.reads(WakeReads.class).gate().state());
    return Feature.named("route")
        .with(
            new CellKind(
                RouteCell.KIND,
                seat ->
                    new RouteCell(
                        seat, store.reads(RouteReads.class), () -> ids.nonce() + ids.nonce())),
            new CellKind(RouteHeads.KIND, seat -> RouteHeads.load(seat, store)))
        .with(
            SeatOrdered.part(
                RouteOrders.ShowRoutes.class, RouteOrders.ShowRoutes::identity, RouteCell.KIND),
            SeatOrdered.part(
                RouteOrders.SetRoute.class, RouteOrders.SetRoute::identity, RouteCell.KIND),
            SeatOrdered.part(
                RouteOrders.RemoveRoute.class, RouteOrders.RemoveRoute::identity, RouteCell.KIND))
        .with(new RoutePart(), webhooks.kind())
        .with(
            new EffectPart<>(
                RouteEffect.RoutesChanged.class, now -> routes.put(now.identity(), now.routes())),
            Meter.gauge(
                "reveille.wake.degraded", "Routes that are not used any more", routes::degraded))
        .build();
  }
}
