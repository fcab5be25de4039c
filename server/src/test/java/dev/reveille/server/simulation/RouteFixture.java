package dev.reveille.server.simulation;

import dev.reveille.protocol.Identity;
import dev.reveille.protocol.Priority;
import dev.reveille.protocol.ReceiptMessages;
import dev.reveille.protocol.RouteMessages;
import dev.reveille.server.decision.GateState;
import dev.reveille.server.decision.WakePolicy;
import dev.reveille.server.decision.WakeTrigger;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Committer;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.route.RouteMarks;
import dev.reveille.server.route.RouteReads;
import dev.reveille.server.route.RouteTarget;
import dev.reveille.server.route.WakeRoute;
import dev.reveille.server.seat.SeatEvent;
import dev.reveille.server.store.EntryReads;
import dev.reveille.server.wake.GateCell;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;

/** An idle seat, an agent that writes to it, and requests about its routes. */
abstract class RouteFixture extends WakeFixture {
  static final Identity CY_KEY = SeededIdentity.of(3);
  static final String CY = "@" + CY_KEY.publicKey().agentId();
  SimulatedAgent cy = node.connect("cy").identify(CY_KEY);
  SimulatedAgent ada = cy;

  @BeforeEach
  void adaIsIdle() {
    node.run();
    known(ADA_KEY, "ada");
    define(ADA);
    start(ADA);
    find(ADA, SeatEvent.WENT_SILENT);
    minute();
    ada = node.connect("ada").identifyAside(ADA_KEY);
    node.run();
  }

  static RouteMessages.Wish wish(String trigger, String policy, String... from) {
    return new RouteMessages.Wish(
        trigger, Priority.LOW, List.of(from), List.of(), null, "seat", policy, null);
  }

  final List<RouteMessages.ShownRoute> set(RouteMessages.Wish wish) {
    send(ada, new RouteMessages.WishRoute(wish));
    return listed();
  }

  final List<RouteMessages.ShownRoute> listed() {
    send(ada, new RouteMessages.ListRoutes());
    return messages(ada, RouteMessages.Routes.class).getLast().list();
  }

  final void removeAll() {
    for (var route : listed()) send(ada, new RouteMessages.DropRoute(route.route()));
  }

  final List<WakeRoute> stored(String identity) {
    return node.store().reads(RouteReads.class).routes(identity);
  }

  final void store(Write... writes) {
    node.store()
        .submit(
            new Committer.Submission(
                new CellId("test", "test"),
                1,
                Unit.required(List.of(writes), List.of(), List.of())));
    node.run();
  }

  final void gate(GateState state) {
    node.tell(GateCell.ID, new GateCell.SetGate(state, "operator", "the test", false));
    node.run();
  }

  final void mail(Priority priority) {
    mail(cy, ADA, "please look", priority);
  }

  final void window() {
    pass(Duration.ofSeconds(160));
    work();
  }

  static WakeRoute raw(long n, String filter) {
    return new WakeRoute(
        ADA,
        n,
        WakeTrigger.MESSAGE,
        filter,
        RouteTarget.SEAT,
        "",
        WakePolicy.IMMEDIATE,
        -1,
        new RouteMarks(0, 0, 0, 0),
        0,
        null,
        "server");
  }

  /** Returns what the sender of the newest message hears of why it wakes nobody. */
  final List<String> held() {
    var entries = node.store().reads(EntryReads.class);
    var last = entries.after(ADA, entries.head(ADA).lastSeq() - 1, 1).getFirst().msgId();
    send(cy, new ReceiptMessages.AskReceipt(Objects.requireNonNull(last)));
    var answers = messages(cy, ReceiptMessages.Receipt.class);
    return answers.isEmpty() ? List.of() : answers.getLast().held();
  }
}
