package dev.reveille.server.simulation;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.Identity;
import dev.reveille.protocol.Priority;
import dev.reveille.server.decision.StoredDecision;
import dev.reveille.server.decision.WakeReads;
import dev.reveille.server.decision.WakeReason;
import dev.reveille.server.kernel.Chore;
import dev.reveille.server.kernel.Feature;
import dev.reveille.server.seat.SeatEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A node with seats, whose pulse a test lets beat. */
class WakeFixture extends SeatFixture {
  WakeFixture() {
    super();
  }

  WakeFixture(Random random) {
    super(random);
  }

  WakeFixture(SimulatedNode node) {
    super(node);
  }

  /** One minute passes: the chores run, and the harness does what it is asked for. */
  final void minute() {
    node.pass(Duration.ofMinutes(1));
    pulse();
    work();
  }

  /** The chores run, and nothing is done at the harness. */
  final void pulse() {
    node.run();
    Feature.all(node.features(), Chore.class).stream()
        .filter(chore -> chore.name().equals("pulse"))
        .forEach(chore -> chore.run().run());
    node.run();
  }

  final void minutes(int count) {
    for (int i = 0; i < count; i++) minute();
  }

  /** Ada is in a turn for so many minutes, and is heard in each. */
  final void inTurn(int count) {
    for (int i = 0; i < count; i++) {
      find(ADA, SeatEvent.TURN_STARTED);
      minute();
    }
  }

  final List<StoredDecision> decisions(String seat) {
    var all = new ArrayList<StoredDecision>();
    long last = 0;
    while (true) {
      var page = node.store().reads(WakeReads.class).after(seat, last, 500);
      if (page.isEmpty()) return all;
      all.addAll(page);
      last = page.getLast().n();
    }
  }

  final List<StoredDecision> wakes(String seat) {
    return decisions(seat).stream().filter(StoredDecision::isYes).toList();
  }

  final List<WakeReason> lastReasons(String seat) {
    return decisions(seat).getLast().because();
  }

  final long calls(String what) {
    return harness().calls().stream().filter(call -> call.what().equals(what)).count();
  }

  /** Sends a direct message. */
  final void mail(SimulatedAgent from, String to, String text, Priority priority) {
    from.send(new ClientMessage.Msg(to, text, null, null, List.of(), null, priority, false));
    node.run();
  }

  /** An agent comes once, so that its mail waits for it, and goes. */
  final void known(Identity key, String name) {
    var agent = node.connect(name).identify(key);
    node.run();
    agent.vanish();
    node.run();
  }
}
