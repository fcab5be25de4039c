package dev.reveille.server.app;

import dev.reveille.server.admin.AdminFeature;
import dev.reveille.server.admin.AdminKeyCheck;
import dev.reveille.server.admin.AdminKeys;
import dev.reveille.server.admin.AdminOrders;
import dev.reveille.server.admin.AdminRules;
import dev.reveille.server.admin.AdmissionLists;
import dev.reveille.server.admin.ListFiles;
import dev.reveille.server.alert.AlertFeature;
import dev.reveille.server.channel.ChannelCommand;
import dev.reveille.server.channel.ChannelDelivery;
import dev.reveille.server.channel.ChannelFeature;
import dev.reveille.server.channel.ChannelFilters;
import dev.reveille.server.channel.ChannelList;
import dev.reveille.server.channel.ChannelReads;
import dev.reveille.server.chat.AgentPart;
import dev.reveille.server.chat.ChatFeature;
import dev.reveille.server.chat.ChatParts;
import dev.reveille.server.chat.EarlyRequest;
import dev.reveille.server.chat.FeatureParts;
import dev.reveille.server.chat.FeaturePlan;
import dev.reveille.server.chat.Given;
import dev.reveille.server.chat.Redactor;
import dev.reveille.server.decision.WakeConfig;
import dev.reveille.server.delivery.AdminOrderPart;
import dev.reveille.server.delivery.Audiences;
import dev.reveille.server.delivery.Cells;
import dev.reveille.server.delivery.Delivery;
import dev.reveille.server.delivery.DeliveryFeature;
import dev.reveille.server.delivery.Departure;
import dev.reveille.server.delivery.Lookup;
import dev.reveille.server.delivery.Lookups;
import dev.reveille.server.delivery.OutletRouter;
import dev.reveille.server.delivery.Outlets;
import dev.reveille.server.delivery.RecentFrames;
import dev.reveille.server.identity.IdentityFeature;
import dev.reveille.server.identity.KeptKeys;
import dev.reveille.server.identity.TokenCheck;
import dev.reveille.server.identity.TokenDesk;
import dev.reveille.server.job.JobDesk;
import dev.reveille.server.job.JobFeature;
import dev.reveille.server.kernel.Answer;
import dev.reveille.server.kernel.CellFactory;
import dev.reveille.server.kernel.CellKind;
import dev.reveille.server.kernel.CellKinds;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.DurableCommand;
import dev.reveille.server.kernel.EffectPart;
import dev.reveille.server.kernel.EffectTable;
import dev.reveille.server.kernel.Effects;
import dev.reveille.server.kernel.Failures;
import dev.reveille.server.kernel.Feature;
import dev.reveille.server.kernel.Ids;
import dev.reveille.server.kernel.InProcessBus;
import dev.reveille.server.kernel.JobKind;
import dev.reveille.server.kernel.Jobs;
import dev.reveille.server.kernel.LaneHost;
import dev.reveille.server.kernel.MapPresence;
import dev.reveille.server.kernel.Startup;
import dev.reveille.server.kernel.TimerKind;
import dev.reveille.server.kernel.TimerQueue;
import dev.reveille.server.kernel.WallTimers;
import dev.reveille.server.limits.ChatConfig;
import dev.reveille.server.mail.MailDelivery;
import dev.reveille.server.mail.MailFeature;
import dev.reveille.server.observe.NumbersFeature;
import dev.reveille.server.observe.PersonPresence;
import dev.reveille.server.observe.Sensor;
import dev.reveille.server.outbox.Outbox;
import dev.reveille.server.outbox.OutboxFeature;
import dev.reveille.server.route.RouteView;
import dev.reveille.server.route.WebhookJob;
import dev.reveille.server.seat.SeatConfig;
import dev.reveille.server.seat.SeatFeature;
import dev.reveille.server.session.SessionFeature;
import dev.reveille.server.session.Sessions;
import dev.reveille.server.session.SideSessions;
import dev.reveille.server.sleep.SleepConfig;
import dev.reveille.server.sleep.SleepFeature;
import dev.reveille.server.sleep.SleepGate;
import dev.reveille.server.sleep.Sleepers;
import dev.reveille.server.store.Store;
import dev.reveille.server.wake.PulseHealth;
import dev.reveille.server.wake.StoredSeats;
import dev.reveille.server.wake.WakeFeature;
import dev.reveille.server.worksource.WorkSources;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/**
 * The features of a server, connected to each other. It has no sockets, files or threads of its
 * own: the server passes real ones, the simulation passes simulated ones.
 */
public final class Node {
  /**
   * The platform of a node.
   *
   * @param lanes runs cells, with any number of threads
   * @param settling runs effects, one at a time and in order
   * @param troubles shows parts that fail
   * @param jobs runs work that blocks
   */
  public record Ports(
      Clock clock,
      Ids ids,
      TimerQueue timers,
      Store store,
      Outlets outlets,
      Executor lanes,
      Executor settling,
      Failures troubles,
      Jobs jobs) {}

  /** The configuration of a node. */
  public record Setup(
      ChatConfig chat,
      AdminRules rules,
      AdminKeys keys,
      ListFiles files,
      Redactor redactor,
      KeptKeys kept,
      NodeOutside outside) {}

  /** Lets tests observe a node or make it fail. The server uses the default. */
  public interface Probe {
    Probe NONE = new Probe() {};

    default Effects around(Effects effects) {
      return effects;
    }

    default CellFactory around(CellFactory cells) {
      return cells;
    }

    default SleepGate around(SleepGate gate) {
      return gate;
    }

    default SeatFeature.Setting around(SeatFeature.Setting seats) {
      return seats;
    }

    /** Returns features that only this node has. */
    default List<FeaturePlan> more() {
      return List.of();
    }
  }

  private final ChatParts parts;
  private final LaneHost host;
  private final AdminKeyCheck gatekeeper;
  private final TokenCheck tokens;
  private final Sessions door;
  private final SideSessions sides;
  private final Sleepers sleepers;
  private final OutletRouter outlets;
  private final JobDesk jobs;
  private final PulseHealth pulse;
  private final PersonPresence person;
  private final List<Feature> features;

  public Node(Ports ports, Setup setup) {
    this(ports, setup, Probe.NONE);
  }

  public Node(Ports ports, Setup setup, Probe probe) {
    var clock = ports.clock();
    var store = ports.store();
    var timers = ports.timers();
    outlets = new OutletRouter(ports.outlets());
    var config = setup.chat();
    var presence = new MapPresence();
    var lists = new AdmissionLists(setup.rules(), store, config.motd());
    parts =
        new ChatParts(
            config,
            clock,
            ports.ids(),
            store,
            presence,
            new ChannelList(presence, store.reads(ChannelReads.class).channels()),
            ChatParts.ingress(setup.redactor(), List.of(), presence),
            new ChannelFilters(),
            lists);
    // Features need the host, and the host needs what features contribute, so these are filled
    // below.
    var orders = new AdminOrders();
    var effects = new EffectTable(outlets::flush, List.of());
    var cells = new CellKinds();
    var storedTimers = new WallTimers(clock, timers, ports.lanes());
    host =
        new LaneHost(
            probe.around(storedTimers.around(cells)),
            storedTimers.around(store),
            probe.around(effects),
            clock,
            ports.lanes(),
            ports.settling());
    var outbox =
        new Outbox(new Outbox.Ports(clock, store, host, timers, ports.lanes(), ports.troubles()));
    host.durableTells(outbox);
    jobs = new JobDesk(host, timers, ports.jobs());
    gatekeeper = new AdminKeyCheck(setup.keys(), orders, clock, host);
    tokens = new TokenDesk(store, clock, host, setup.kept());
    door = new Sessions(parts, host, outlets, timers, ports.lanes(), gatekeeper, tokens);
    sides = new SideSessions(door, host, ports.ids(), outlets, ports.lanes());

    sleepers = new Sleepers(config.of(SleepConfig.SETTINGS).maxBuffer(), timers);
    var gate = probe.around(sleepers);
    var audiences = new Audiences(outlets, gate);
    var recent = new RecentFrames(config.messageBufferSize());
    var bus = new InProcessBus();
    var mail = new MailDelivery(store, clock, host, outlets, gate, timers, bus);
    pulse = new PulseHealth(clock, config.of(WakeConfig.SETTINGS).pulse(), Version.text());
    person = new PersonPresence(clock);
    var outside = setup.outside();
    var seats =
        WakeFeature.around(
            probe.around(SeatWiring.of(config.of(SeatConfig.SETTINGS), outside.programs())), store);
    var sensors = new ArrayList<Sensor>();
    var troubles = ports.troubles();
    var given =
        new Given()
            .with(
                SleepFeature.Setting.class,
                new SleepFeature.Setting(sleepers, gate, audiences, mail))
            .with(SeatFeature.Setting.class, seats)
            .with(
                AlertFeature.Setting.class,
                new AlertFeature.Setting(outside.alerts(), person, troubles))
            .with(RouteView.class, new RouteView())
            .with(WebhookJob.Sender.class, outside.sender())
            .with(
                WorkSources.class,
                new WorkSources(
                    parts,
                    host,
                    new StoredSeats(store, seats.harnesses()),
                    outside.sources(),
                    troubles))
            .with(
                WakeFeature.Setting.class,
                new WakeFeature.Setting(gate, seats.harnesses(), sensors, pulse, person))
            .with(PersonPresence.class, person);
    var made = new FeatureParts(parts, host, timers, storedTimers, outlets, gate, bus, given);
    var owners = new ArrayList<Feature>();
    owners.add(
        ChannelFeature.make(
            config,
            clock,
            new ChannelDelivery.Parts(
                clock,
                store,
                presence,
                parts.channels(),
                parts.channelFilters(),
                outlets,
                audiences,
                recent,
                mail),
            host));
    owners.add(MailFeature.make(config, clock, store, presence, mail));
    owners.add(IdentityFeature.make(clock, store, ports.ids(), setup.kept(), host, ports.lanes()));
    owners.add(SessionFeature.make(door, outlets, timers, clock));
    for (var plan : Features.PLANS) owners.add(plan.make().apply(made));
    for (var plan : probe.more()) owners.add(plan.make().apply(made));

    var delivery =
        new Delivery(
            new Delivery.Parts(
                clock,
                store,
                presence,
                bus,
                outlets,
                gate,
                mail,
                audiences,
                recent,
                new Lookups(lookups(owners)),
                door::answered));
    owners.add(
        AdminFeature.make(
            parts, setup.rules(), orders, lists, setup.files(), host, delivery::reply));
    for (JobKind<?> kind : Feature.all(owners, JobKind.class)) jobs.add(List.of(kind));
    var all = new ArrayList<Feature>();
    all.add(DeliveryFeature.make(delivery, store));
    all.add(DeliveryFeature.presence(presence, Feature.all(owners, Departure.class)));
    all.add(OutboxFeature.make(outbox));
    all.add(JobFeature.make(jobs, store));
    all.add(NumbersFeature.make(store));
    all.addAll(owners);
    all.add(ChatFeature.make(parts, Feature.all(owners, AgentPart.class)));
    all.add(TimersFeature.make(storedTimers, host, store));
    features = List.copyOf(all);
    sensors.addAll(Feature.all(features, Sensor.class));
    Feature.requireOneOwnerEach(features);
    outbox.add(Feature.all(features, DurableCommand.class));
    for (AdminOrderPart<?> part : Feature.all(features, AdminOrderPart.class)) {
      orders.add(List.of(part));
    }
    for (EarlyRequest<?> early : Feature.all(features, EarlyRequest.class)) door.add(early);
    effects.add(effects(features));
    cells.add(Feature.all(features, CellKind.class));
    storedTimers.add(Feature.all(features, TimerKind.class));
  }

  private static List<EffectPart<?>> effects(List<Feature> features) {
    var all = new ArrayList<EffectPart<?>>();
    for (EffectPart<?> part : Feature.all(features, EffectPart.class)) all.add(part);
    return all;
  }

  private static List<Lookup<?>> lookups(List<Feature> features) {
    var all = new ArrayList<Lookup<?>>();
    for (Lookup<?> lookup : Feature.all(features, Lookup.class)) all.add(lookup);
    return all;
  }

  /**
   * Creates the channels of the configuration. Each exists when its stage completes. They are
   * created one after the other, because the channel list shows them in the order of creation.
   */
  public Map<String, CompletionStage<Answer>> establish() {
    var asked = new LinkedHashMap<String, CompletionStage<Answer>>();
    CompletionStage<?> before = CompletableFuture.completedStage(null);
    for (var channel : parts.config().channels()) {
      var made =
          before.thenCompose(_ -> host.ask(Cells.channel(channel), new ChannelCommand.Establish()));
      asked.put(channel, made);
      before = made.exceptionally(_ -> null);
    }
    return asked;
  }

  /** Runs the start actions of the features, before any client can connect. */
  public void start() {
    Feature.all(features, Startup.class).forEach(startup -> startup.run().run());
  }

  public List<Feature> features() {
    return features;
  }

  public ChatParts parts() {
    return parts;
  }

  public LaneHost host() {
    return host;
  }

  public Sessions door() {
    return door;
  }

  /** Returns the way to speak for an agent without being present. */
  public SideSessions sides() {
    return sides;
  }

  /** Returns the check of tokens, for edges that take them. */
  public TokenCheck tokens() {
    return tokens;
  }

  public AdminKeyCheck gatekeeper() {
    return gatekeeper;
  }

  /** Returns where a session that is no socket gets its outlet. */
  public OutletRouter outlets() {
    return outlets;
  }

  public JobDesk jobs() {
    return jobs;
  }

  /** Returns the sign of life of the pulse. */
  public PulseHealth pulse() {
    return pulse;
  }

  /** Returns when an administrator was present. */
  public PersonPresence person() {
    return person;
  }

  public Sleepers sleepers() {
    return sleepers;
  }
}
