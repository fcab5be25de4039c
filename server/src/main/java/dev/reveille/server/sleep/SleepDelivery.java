package dev.reveille.server.sleep;

import dev.reveille.protocol.JsonText;
import dev.reveille.server.chat.ChatParts;
import dev.reveille.server.delivery.Audiences;
import dev.reveille.server.delivery.Cells;
import dev.reveille.server.delivery.Departure;
import dev.reveille.server.delivery.Frame;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.delivery.Outlets;
import dev.reveille.server.delivery.ServerNotice;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.EffectPart;
import dev.reveille.server.kernel.Host;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.mail.MailDelivery;
import dev.reveille.server.store.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/**
 * Carries out {@link SleepEffect}: puts sessions to sleep and sends the held entries when they
 * wake. Runs on the effects thread.
 */
public final class SleepDelivery {
  private final Clock clock;
  private final Store store;
  private final SleepGate gate;
  private final Host host;
  private final Outlets outlets;
  private final Audiences audiences;
  private final MailDelivery mail;

  /** A search for muted entries that is under way. */
  private record Search(long number, MutedEntries entries) {}

  private final Map<SessionId, Search> searches = new HashMap<>();
  private long lastSearch;

  public SleepDelivery(
      ChatParts parts,
      SleepGate gate,
      Host host,
      Outlets outlets,
      Audiences audiences,
      MailDelivery mail) {
    clock = parts.clock();
    store = parts.store();
    this.gate = gate;
    this.host = host;
    this.outlets = outlets;
    this.audiences = audiences;
    this.mail = mail;
  }

  public List<EffectPart<?>> effects() {
    return List.of(
        new EffectPart<>(SleepEffect.FallAsleep.class, this::fallAsleep),
        new EffectPart<>(SleepEffect.WakeUp.class, this::wakeUp),
        new EffectPart<>(SleepEffect.RemoveMuted.class, this::removeMuted),
        new EffectPart<>(SleepEffect.Discard.class, this::discard));
  }

  public Departure departure() {
    return new Departure("sleep", this::forget);
  }

  private void fallAsleep(SleepEffect.FallAsleep e) {
    var flow = mail.flow(e.session());
    gate.close(
        e.session(),
        e.sleep(),
        Duration.ofNanos(e.nanos()),
        new SleepGate.Mailbox() {
          @Override
          public void passOver(long seq) {
            if (flow != null) flow.settle(seq);
          }

          @Override
          public void leaveBehind(long seq) {
            if (flow != null) flow.leaveBehind(seq);
          }
        });
    e.channels().forEach(audiences::forget);
  }

  /**
   * Removes held entries of agents that the sleeping agent has muted. The senders of stored entries
   * must be read from the store, which this thread does not do: {@link #discard} follows.
   */
  private void removeMuted(SleepEffect.RemoveMuted e) {
    var session = e.session();
    var flow = mail.flow(session);
    if (flow == null || !gate.holds(session)) return;
    var muted = flow.muted();
    var stored = new ArrayList<SleepGate.Held.Stored>();
    gate.discard(
        session,
        held ->
            switch (held) {
              case SleepGate.Held.Value(var message, _) -> muted.contains(message.from());
              case SleepGate.Held.Stored place -> {
                stored.add(place);
                yield false;
              }
            });
    if (stored.isEmpty()) return;
    long number = ++lastSearch;
    var search =
        new MutedEntries(
            store,
            List.copyOf(stored),
            muted,
            unwanted ->
                host.tell(
                    Cells.agent(flow.agent()), new MutedWhileAsleep(session, number, unwanted)));
    searches.put(session, new Search(number, search));
    outlets.pull(session, search);
  }

  /** Removes the muted entries that the search found. */
  private void discard(SleepEffect.Discard e) {
    var known = searches.get(e.session());
    if (known != null && known.number() == e.number()) searches.remove(e.session());
    var unwanted = new HashSet<SleepGate.Held>(e.places());
    if (!unwanted.isEmpty()) gate.discard(e.session(), unwanted::contains);
  }

  /**
   * Sends the wake message, then the held entries. Everything sent after this call comes behind
   * them.
   */
  private void wakeUp(SleepEffect.WakeUp e) {
    if (!gate.holds(e.session())) return;
    var waking = gate.open(e.session());
    e.channels().forEach(audiences::forget);
    var flow = mail.flow(e.session());
    var search = searches.remove(e.session());
    if (search != null) {
      outlets.pull(
          e.session(),
          new FilteredWake(
              search.entries(),
              waking.held(),
              flow,
              buffered -> woken(e, waking, buffered),
              held -> new WakePull(store, clock, e.agent(), held, flow)));
      return;
    }
    int buffered = waking.held().size();
    outlets.send(e.session(), woken(e, waking, buffered));
    if (buffered > 0) {
      outlets.pull(e.session(), new WakePull(store, clock, e.agent(), waking.held(), flow));
    }
  }

  /** Makes the wake message, and records what the agent found. */
  private Frame woken(SleepEffect.WakeUp e, SleepGate.Waking waking, int buffered) {
    var counts =
        new JsonText(64)
            .field("buffered", buffered)
            .field("dropped", waking.dropped())
            .field("missed", waking.missed());
    host.tell(
        Cells.agent(e.agent()),
        new Woke(e.sleep(), e.early(), buffered, waking.dropped(), waking.missed()));
    return Messages.frame(
        ServerNotice.marker(e.agent(), clock.wallMillis(), "@@wake@@")
            .with(counts.fields())
            .message());
  }

  private void forget(SessionId session) {
    gate.forget(session);
    searches.remove(session);
  }
}
