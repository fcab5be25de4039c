package dev.reveille.server.wake;

import dev.reveille.protocol.WakeMessages;
import dev.reveille.protocol.WakeOrders;
import dev.reveille.server.chat.FeatureParts;
import dev.reveille.server.chat.FeaturePlan;
import dev.reveille.server.decision.GateState;
import dev.reveille.server.decision.WakeConfig;
import dev.reveille.server.decision.WakeReads;
import dev.reveille.server.delivery.ActedEffect;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.inbox.UnreadInbox;
import dev.reveille.server.kernel.CellKind;
import dev.reveille.server.kernel.Chore;
import dev.reveille.server.kernel.DurableCommand;
import dev.reveille.server.kernel.EffectPart;
import dev.reveille.server.kernel.Feature;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.Startup;
import dev.reveille.server.observe.Meter;
import dev.reveille.server.observe.PersonPresence;
import dev.reveille.server.observe.Sensor;
import dev.reveille.server.route.RouteConfig;
import dev.reveille.server.route.RouteView;
import dev.reveille.server.seat.Harnesses;
import dev.reveille.server.seat.NewsDesk;
import dev.reveille.server.seat.SeatFeature;
import dev.reveille.server.seat.SeatOrdered;
import dev.reveille.server.seat.SeatReads;
import dev.reveille.server.sleep.SleepGate;
import dev.reveille.server.store.Store;
import dev.reveille.server.worksource.WorkSources;
import java.util.List;
import java.util.Optional;

/** Wakes: the pulse, the decision about each seat, its delivery and its ledger. */
public final class WakeFeature {
  /**
   * The things that a server gives its wakes.
   *
   * @param sleepers says who put itself to sleep
   * @param harnesses the adapters that the seats use
   * @param sensors of all features; filled once they are all known
   * @param health the sign of life of the pulse
   * @param person when an administrator was present
   */
  public record Setting(
      SleepGate sleepers,
      Harnesses harnesses,
      List<Sensor> sensors,
      PulseHealth health,
      PersonPresence person) {}

  public static final FeaturePlan PLAN =
      new FeaturePlan(List.of(TeamTable.TABLE), WakeFeature::make);

  private WakeFeature() {}

  private static Feature make(FeatureParts parts) {
    var setting = parts.given().get(Setting.class);
    var chat = parts.chat();
    var store = chat.store();
    var clock = chat.clock();
    var host = parts.host();
    var config = chat.config().of(WakeConfig.SETTINGS);
    var seats = new StoredSeats(store, setting.harnesses());
    var health = setting.health();
    var outside = parts.given().get(WorkSources.class);
    var routes = parts.given().get(RouteView.class);
    var gate = new GateView();
    var router = new WakeRouter(clock, host, parts.timers(), parts.bus(), routes, config);
    var stored = new Recent<>(clock, () -> store.reads(WakeReads.class).gate());
    var senses =
        new Senses(
            new Senses.Parts(
                clock,
                chat.presence(),
                setting.sleepers(),
                store,
                new UnreadInbox(chat),
                seats,
                setting::sensors,
                outside::counted,
                stored,
                config.horizon()));
    var delivery =
        new WakeDelivery(
            host,
            gate,
            stored,
            new SeatCells(host),
            (agent, line, nonce, reasons) -> {
              var present = chat.presence().agent(agent).filter(Presence.Agent::takesWakes);
              if (present.isEmpty()) return false;
              var wake = new WakeMessages.Wake(nonce, line, reasons);
              parts.outlets().send(present.get().session(), Messages.frame(wake, clock));
              return true;
            },
            router,
            routes::hasSeat);
    var beat =
        new WakeBeat(
            host,
            store,
            seats,
            routes,
            new DefinedRoutes(chat.config().of(RouteConfig.SETTINGS), store));
    var pulses = new PulseSwitch(config.pulses(), setting.person());
    var team =
        new TeamWatch(
            clock,
            host,
            seats,
            config,
            delivery::isInFlight,
            () -> !config.pulse().isZero() && pulses.position() == PulseSwitch.Position.ON);
    var members = TeamWatch.seats(config);
    var pulse =
        new Pulse(
            clock, host, seats, config.pulse(), health, pulses::position, delivery::isWaiting);
    return Feature.named("wake")
        .with(
            new CellKind(
                WakeCell.KIND,
                seat ->
                    new WakeCell(seat, clock, chat.ids(), config, store.reads(WakeReads.class))),
            new CellKind(
                WakeDesk.KIND,
                seat -> new WakeDesk(seat, store.reads(SeatReads.class).seat(seat).isPresent())),
            new CellKind(SenseCell.KIND, seat -> new SenseCell(senses.look(seat))),
            new CellKind(
                TeamCell.KIND,
                _ ->
                    new TeamCell(
                        config, store.reads(TeamReads.class).team().orElse(StoredTeam.NONE))),
            new CellKind(
                GateCell.KIND, _ -> new GateCell(clock, store.reads(WakeReads.class).gate())))
        .with(new DurableCommand("wake.trip", GateCell.Trip.class))
        .with(new WakePart(chat, routes, delivery::isAwaited, members), WakeFacet.FACET)
        .with(
            SeatOrdered.part(
                WakeOrders.WakeSeat.class, WakeOrders.WakeSeat::identity, WakeDesk.KIND))
        .with(WakeCell.sleepTimers())
        .with(delivery.effects())
        .with(
            new EffectPart<>(
                ActedEffect.class,
                acted -> {
                  delivery.acted(acted);
                  if (members.contains(acted.agent())) {
                    host.tell(TeamCell.ID, new TeamCell.MadeProgress(clock.wallMillis()));
                  }
                }))
        .with(
            new Startup(
                "wakes",
                () -> {
                  gate.set(store.reads(WakeReads.class).gate());
                  var reads = store.reads(WakeReads.class);
                  delivery.goOn(reads.inFlight(), reads.unheard());
                  beat.start();
                }),
            new Chore(
                "pulse",
                () -> {
                  pulse.run();
                  beat.seats(pulse.known().orElseGet(seats::seats));
                  router.retain(routes.seats());
                  team.watch();
                }))
        .with(
            Meter.counter("reveille.wake.looks", "Looks at seats by the pulse", health::looks),
            Meter.counter("reveille.wake.sent", "Wakes that were carried out", delivery::sent),
            Meter.gauge("reveille.wake.waiting", "Seats with events that wait", router::waiting),
            Meter.gauge(
                "reveille.wake.gate", "1 while the gate is open", () -> gate.isOpen() ? 1 : 0))
        .build();
  }

  /** Returns the setting of seats with the gate of wakes before it, and with their news told. */
  public static SeatFeature.Setting around(SeatFeature.Setting seats, Store store) {
    return new SeatFeature.Setting(
        seats.harnesses(),
        () -> seats.gate().closed().or(() -> closed(store)),
        seats.news().equals(NewsDesk.NONE) ? new NewsDesk(WakeCell::at) : seats.news(),
        seats.programs());
  }

  private static Optional<String> closed(Store store) {
    var gate = store.reads(WakeReads.class).gate();
    return gate.state() == GateState.OPEN
        ? Optional.empty()
        : Optional.of("The gate is " + gate.state() + ": " + gate.reason());
  }
}
