package dev.reveille.server.chat;

import dev.reveille.server.kernel.Bus;
import dev.reveille.server.kernel.Contribution;
import dev.reveille.server.kernel.EffectPart;
import dev.reveille.server.kernel.Feature;
import dev.reveille.server.kernel.Host;
import dev.reveille.server.kernel.TimerQueue;
import java.util.ArrayList;
import java.util.List;

/** Puts together what carries out the effects of chat, by feature. */
public final class ChatDelivery {
  private final List<Feature> features;
  private final Delivery delivery;

  public ChatDelivery(
      ChatParts parts,
      Callbacks pending,
      SleepGate gate,
      Host host,
      Bus bus,
      Outlets outlets,
      TimerQueue timers,
      ChatDoor door) {
    var store = parts.store();
    var clock = parts.clock();
    var recent = new RecentFrames(parts.config().messageBufferSize());
    var audiences = new Audiences(outlets, gate);
    var mail = new MailDelivery(store, host, outlets, gate, timers);
    var channel =
        new ChannelDelivery(
            new ChannelDelivery.Parts(
                clock,
                store,
                parts.presence(),
                parts.channels(),
                parts.attentions(),
                outlets,
                audiences,
                recent));
    var session = new SessionDelivery(door, outlets, timers, clock);
    var callbacks = new CallbackDelivery(pending, outlets, gate, host);
    var sleep = new SleepDelivery(parts, gate, host, outlets, audiences, mail);
    var proofs = new ProofTimers(parts.config().verificationTimeout(), host, timers);
    var owners =
        List.of(
            feature(
                "channel",
                channel.effects(),
                HistoryQuery.lookup(store),
                AgentsQuery.lookup(parts.presence()),
                ChannelsQuery.lookup(parts.channels())),
            feature("mail", mail.effects(), mail.departure()),
            feature("identity", proofs.effects()),
            feature("session", session.effects(), session.departure()),
            feature("skills", List.of(), SkillsQuery.lookup(store)),
            feature("callback", callbacks.effects(), callbacks.departure()),
            feature("sleep", sleep.effects(), sleep.departure()));
    delivery =
        new Delivery(
            new Delivery.Parts(
                clock,
                store,
                parts.presence(),
                bus,
                outlets,
                gate,
                mail,
                audiences,
                recent,
                new Lookups(lookups(owners)),
                id -> door.with(id, Session::ordered)));
    var presence = new PresenceChanges(parts.presence(), Feature.all(owners, Departure.class));
    var all = new ArrayList<Feature>();
    all.add(feature("delivery", delivery.effects()));
    all.add(feature("presence", presence.effects()));
    all.addAll(owners);
    features = List.copyOf(all);
  }

  private static Feature feature(String name, List<EffectPart<?>> effects, Contribution... others) {
    var all = new ArrayList<Contribution>(effects);
    all.addAll(List.of(others));
    return new Feature(name, all);
  }

  private static List<Lookup<?>> lookups(List<Feature> features) {
    var all = new ArrayList<Lookup<?>>();
    for (var lookup : Feature.all(features, Lookup.class)) all.add(lookup);
    return all;
  }

  /** Returns the features in their order: each may use those before it. */
  public List<Feature> features() {
    return features;
  }

  /** Returns what carries out the effects of all of them. */
  public List<EffectPart<?>> effects() {
    var all = new ArrayList<EffectPart<?>>();
    for (var part : Feature.all(features, EffectPart.class)) all.add(part);
    return all;
  }

  /** Sends an answer to a session, outside any unit. On the effects' thread. */
  public void reply(DeliveryEffect.Reply reply) {
    delivery.reply(reply);
  }
}
