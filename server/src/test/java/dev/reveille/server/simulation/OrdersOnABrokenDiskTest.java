package dev.reveille.server.simulation;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.AdminOrder;
import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.ModerationOrders;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.ServerMessages;
import dev.reveille.server.channel.SlowModeReads;
import dev.reveille.server.delivery.AdminRequest;
import dev.reveille.server.kernel.SeededRuns;
import dev.reveille.server.store.EventReads;
import dev.reveille.server.store.StoredEvent;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An operator is told that an order is done only when it is durable. */
class OrdersOnABrokenDiskTest {
  private static final int SEEDS = 60;

  private static void order(SimulatedAgent operator, AdminOrder order) {
    operator.send(new ClientMessage.Admin(order, SimulatedNode.ADMIN_KEY));
  }

  private static List<ServerMessage> answers(SimulatedAgent operator) {
    return operator.known().stream()
        .map(ServerMessages.Received.Known::message)
        .filter(m -> m instanceof ServerMessage.AdminResult || m instanceof ServerMessage.Failure)
        .toList();
  }

  private static List<String> audit(SimulatedNode chat) {
    return chat.store().reads(EventReads.class).events(0, 10_000).stream()
        .map(StoredEvent::kind)
        .filter(kind -> kind.startsWith("admin."))
        .toList();
  }

  private static void assertNotStored(ServerMessage answer) {
    assertThat(answer)
        .isInstanceOfSatisfying(
            ServerMessage.Failure.class,
            f -> assertThat(f.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE));
  }

  @Test
  void a_mute_that_is_not_stored_has_no_effect_is_not_acknowledged_and_is_audited_as_refused() {
    SeededRuns.check(
        SEEDS,
        random -> {
          var key = SeededIdentity.of(random);
          var chat = new SimulatedNode(random);
          var ann = chat.connect("ann").identify(key);
          var operator = chat.connect("operator");
          if (random.nextBoolean()) operator.identify(null);
          chat.run();
          var mute = new ModerationOrders.Mute(requireNonNull(ann.id()), 600, "spam");
          // Only the mute itself fails: the audit can be written.
          chat.store().failNext(1);
          order(operator, mute);
          chat.run();
          assertThat(answers(operator)).hasSize(1);
          assertNotStored(answers(operator).getFirst());
          assertThat(audit(chat)).containsExactly("admin.refused");
          ann.say("#general", "not muted");
          chat.run();
          assertThat(ann.echoes()).hasSize(1);
          order(operator, mute);
          chat.run();
          assertThat(answers(operator).getLast()).isInstanceOf(ServerMessage.AdminResult.class);
          assertThat(audit(chat)).containsExactly("admin.refused", "admin.mute");
          ann.say("#general", "muted");
          chat.run();
          assertThat(ann.echoes()).hasSize(1);
          chat = chat.kill();
          ann = chat.connect("ann").identify(key);
          chat.run();
          ann.say("#general", "still muted");
          chat.run();
          assertThat(ann.echoes()).isEmpty();
        });
  }

  @Test
  void slow_mode_that_is_not_stored_has_no_effect_and_is_audited_as_refused() {
    SeededRuns.check(
        SEEDS,
        random -> {
          var chat = new SimulatedNode(random);
          var operator = chat.connect("operator");
          chat.run();
          chat.store().failNext(1);
          order(operator, new ModerationOrders.SlowMode("#general", 60));
          chat.run();
          assertThat(answers(operator)).hasSize(1);
          assertNotStored(answers(operator).getFirst());
          assertThat(audit(chat)).containsExactly("admin.refused");
          assertThat(chat.store().reads(SlowModeReads.class).slowMode("#general")).isEmpty();
          order(operator, new ModerationOrders.SlowMode("#general", 60));
          order(operator, new ModerationOrders.SlowMode("#nowhere", 60));
          chat.run();
          assertThat(answers(operator)).hasSize(3);
          assertThat(chat.store().reads(SlowModeReads.class).slowMode("#general")).contains(60L);
          assertThat(audit(chat))
              .containsExactly("admin.refused", "admin.slow_mode", "admin.refused");
        });
  }

  /** However orders, failures and other messages fall, each order gets one answer, in order. */
  @Test
  void every_order_is_answered_once_and_in_its_place() {
    SeededRuns.check(
        200,
        random -> {
          var chat = new SimulatedNode(random);
          var ann = chat.connect("ann").identify(SeededIdentity.of(random));
          var operator = chat.connect("operator").identify(null);
          chat.run();
          int before = operator.known().size();
          for (int i = 0; i < 6; i++) {
            if (random.nextInt(3) == 0) chat.store().failNext(1);
            order(
                operator,
                switch (random.nextInt(5)) {
                  case 0 -> new ModerationOrders.Mute(requireNonNull(ann.id()), 5, "r");
                  case 1 -> new ModerationOrders.Mute("@0123456789abcdef", 5, "r");
                  case 2 -> new ModerationOrders.SlowMode("#general", i);
                  case 3 -> new AdminOrder.Verify(requireNonNull(ann.id()), random.nextBoolean());
                  default -> new AdminOrder.Kick("@nobody00", null);
                });
            operator.send(new ClientMessage.Ping());
            if (random.nextBoolean()) chat.stumble();
          }
          if (random.nextInt(4) == 0) chat.fragile(AdminRequest.KIND);
          chat.run();
          var kinds =
              operator.known().subList(before, operator.known().size()).stream()
                  .map(ServerMessages.Received.Known::message)
                  .filter(
                      m ->
                          m instanceof ServerMessage.Pong
                              || m instanceof ServerMessage.AdminResult
                              || m instanceof ServerMessage.Failure)
                  .map(m -> m instanceof ServerMessage.Pong ? "pong" : "answer")
                  .toList();
          assertThat(kinds).hasSize(12);
          for (int i = 0; i < 12; i++) {
            assertThat(kinds.get(i))
                .as("%d of %s", i, kinds)
                .isEqualTo(i % 2 == 0 ? "answer" : "pong");
          }
        });
  }
}
