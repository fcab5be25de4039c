package dev.reveille.cli;

import dev.reveille.client.AdminClient;
import dev.reveille.client.ClientException;
import dev.reveille.client.ReveilleClient;
import dev.reveille.protocol.AdminOrder;
import dev.reveille.protocol.Identity;
import dev.reveille.protocol.Priority;
import dev.reveille.protocol.SeatOrders;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The seats of the demo, on the harness that runs nothing: two are woken by the mail of an agent,
 * one has few wakes a day, one sits on the bench, and one was never started.
 */
final class SwarmSeats implements AutoCloseable {
  /** The variables of a server whose seats are woken soon enough to be watched. */
  static final Map<String, String> SETTINGS =
      Map.of(
          "SEATS_SCRIPTED", "true",
          "SEATS_SILENT_S", "10",
          "WAKE_PULSE_MINUTES", "1",
          "WAKE_WINDOW_S", "2",
          "WAKE_CAP_S", "10",
          "WAKE_REFRACTORY_S", "15",
          "WAKE_RESERVE", "0");

  private static final List<String> NAMES = List.of("iris", "otto", "pia", "rolf", "yara");
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration STEP = Duration.ofSeconds(20);

  private final ReveilleClient caller;

  private SwarmSeats(ReveilleClient caller) {
    this.caller = caller;
  }

  /** Defines the seats, starts some of them, and lets an agent write to them. */
  static SwarmSeats enter(URI server, String key) {
    var ids = new ArrayList<String>();
    for (var name : NAMES) {
      try (var agent = agent(server, name)) {
        ids.add(agent.agentId());
      }
    }
    try (var admin = AdminClient.connect(server, key, PATIENCE)) {
      for (int i = 0; i < ids.size(); i++) {
        var _ = admin.order(seat(ids.get(i), NAMES.get(i).equals("pia") ? 3 : 40));
      }
      for (var id : ids.subList(0, 3)) {
        var _ = admin.order(new SeatOrders.ResumeSeat(id, false));
      }
      var _ = admin.order(new SeatOrders.BenchSeat(ids.get(3)));
    }
    var seats = new SwarmSeats(agent(server, "dora"));
    Thread.ofVirtual().name("demo-dora").start(() -> seats.write(ids.subList(0, 3)));
    return seats;
  }

  private static ReveilleClient agent(URI server, String name) {
    return ReveilleClient.builder().uri(server).name(name).identity(Identity.generate()).connect();
  }

  private static AdminOrder seat(String id, int wakes) {
    return new SeatOrders.AddSeat(
        id, "scripted", null, List.of(), List.of(), null, true, Priority.NORMAL, wakes, null);
  }

  private void write(List<String> seats) {
    try {
      for (int i = 0; ; i++) {
        caller.send(seats.get(i % seats.size()), "row " + (i + 1) + " of the import is wrong");
        Swarm.pause(caller, STEP);
      }
    } catch (ClientException e) {
      // The demo is over.
    }
  }

  @Override
  public void close() {
    caller.close();
  }
}
