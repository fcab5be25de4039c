package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.AdminOrder;
import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.Identity;
import dev.reveille.protocol.Priority;
import dev.reveille.protocol.RouteMessages;
import dev.reveille.protocol.RouteOrders;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.decision.WakeAction;
import dev.reveille.server.decision.WakeProof;
import dev.reveille.server.route.RouteReads;
import dev.reveille.server.route.RouteTarget;
import dev.reveille.server.route.WakeRoute;
import dev.reveille.server.route.WebhookJob;
import dev.reveille.server.seat.SeatEvent;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Webhooks as routes: who sets them, when they are called, and what a failure does. */
class WebhookTest extends WakeFixture {
  private static final Identity CY_KEY = SeededIdentity.of(3);
  private static final String URL = "https://example.org/wake";
  private final SimulatedAgent cy = node.connect("cy").identify(CY_KEY);

  @BeforeEach
  void adaIsIdle() {
    node.run();
    known(ADA_KEY, "ada");
    define(ADA);
    start(ADA);
    find(ADA, SeatEvent.WENT_SILENT);
    minute();
  }

  private static RouteOrders.SetRoute hook(@Nullable String address) {
    var wish =
        new RouteMessages.Wish(
            "message",
            Priority.LOW,
            List.of(),
            List.of(),
            null,
            address == null ? "seat" : "webhook",
            "immediate",
            0);
    return new RouteOrders.SetRoute("ada", wish, address);
  }

  private String order(AdminOrder order) {
    send(cy, new ClientMessage.Admin(order, SimulatedNode.ADMIN_KEY));
    return messages(cy, ServerMessage.AdminResult.class).getLast().extras();
  }

  private WakeRoute stored() {
    return node.store().reads(RouteReads.class).routes(ADA).stream()
        .filter(route -> route.target() == RouteTarget.WEBHOOK)
        .findFirst()
        .orElseThrow();
  }

  private void mail() {
    mail(cy, ADA, "please look", Priority.HIGH);
    pass(Duration.ofSeconds(1));
  }

  private void ends(WebhookJob.WebhookEnd end, String why) {
    var job =
        node.jobs().running().stream()
            .filter(each -> each.kind().equals("wake_webhook"))
            .findFirst()
            .orElseThrow();
    job.bring(new WebhookJob.WebhookCalled(stored().n(), end, why));
    node.run();
  }

  @Test
  void an_administrator_sets_a_webhook_and_its_secret_is_said_once() {
    assertThat(order(hook(URL))).contains("\"secret\":\"").contains(URL);
    assertThat(order(hook(URL))).doesNotContain("secret");
    assertThat(order(new RouteOrders.ShowRoutes("ada"))).doesNotContain("secret");
    assertThat(node.store().reads(RouteReads.class).secret(ADA, stored().n())).isPresent();
  }

  @Test
  void an_agent_sees_a_webhook_and_can_neither_set_nor_remove_it() {
    order(hook(URL));
    var ada = node.connect("ada").identifyAside(ADA_KEY);
    node.run();
    send(ada, new RouteMessages.ListRoutes());
    assertThat(messages(ada, RouteMessages.Routes.class).getLast().list().getLast().address())
        .isEqualTo(URL);
    send(ada, new RouteMessages.DropRoute(stored().n()));
    assertThat(messages(ada, ServerMessage.Failure.class).getLast().code())
        .isEqualTo(ErrorCode.NOT_ALLOWED);
    assertThat(stored().address()).isEqualTo(URL);
  }

  @Test
  void a_wake_takes_the_webhook_and_a_delivery_moves_the_watermark() {
    order(hook(URL));
    mail();
    assertThat(wakes(ADA).getFirst().action()).isEqualTo(WakeAction.WEBHOOK);
    ends(WebhookJob.WebhookEnd.DELIVERED, "");
    assertThat(wakes(ADA).getFirst().proof()).isEqualTo(WakeProof.OFFERED);
    assertThat(stored().marks().markSeq()).isEqualTo(1);
    assertThat(calls("nudge")).isZero();
  }

  @Test
  void behaviour_61_a_404_degrades_the_route_visibly_and_an_update_recovers_it() {
    order(hook(URL));
    mail();
    ends(WebhookJob.WebhookEnd.REFUSED, "it answered 404");
    assertThat(order(new RouteOrders.ShowRoutes("ada")))
        .contains("\"state\":\"degraded\"")
        .contains("it answered 404");
    minutes(8);
    assertThat(calls("nudge")).as("the other route of the seat is taken").isEqualTo(1);
    order(hook(URL));
    assertThat(stored().degraded()).isNull();
  }

  @Test
  void a_process_that_dies_during_a_call_leaves_the_outcome_unknown() {
    order(hook(URL));
    mail();
    node = node.kill();
    work();
    assertThat(wakes(ADA).getFirst().proof()).isEqualTo(WakeProof.UNKNOWN);
    assertThat(stored().marks().markSeq()).isZero();
    assertThat(stored().failures()).isZero();
  }

  @Test
  void an_order_with_an_address_needs_the_admin_key_itself() {
    assertThat(hook(URL).needsKey()).isTrue();
    assertThat(hook(null).needsKey()).isFalse();
  }
}
