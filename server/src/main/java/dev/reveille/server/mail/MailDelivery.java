package dev.reveille.server.mail;

import dev.reveille.protocol.SeqRanges;
import dev.reveille.server.channel.ChannelEffect;
import dev.reveille.server.delivery.Copies;
import dev.reveille.server.delivery.Departure;
import dev.reveille.server.delivery.Gate;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.delivery.Mutes;
import dev.reveille.server.delivery.Outlets;
import dev.reveille.server.kernel.Bus;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.EffectPart;
import dev.reveille.server.kernel.Host;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.TimerQueue;
import dev.reveille.server.store.Store;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Carries out {@link MailEffect}: delivers the mailboxes of this node's sessions, strictly in order
 * of seq. Runs on the effects thread.
 */
public final class MailDelivery implements Mutes, Copies {
  /**
   * The topic on which it is published that an inbox has something new: {@link MailEffect.Arrived}.
   */
  public static final String ARRIVED = "mail.arrived";

  /** The most disconnected agents that are remembered with their progress. */
  private static final int MAX_GONE = 20_000;

  private final Store store;
  private final Clock clock;
  private final Host host;
  private final Outlets outlets;
  private final Gate gate;
  private final TimerQueue timers;
  private final Bus bus;
  private final Map<SessionId, MailProgress> mail = new HashMap<>();

  /**
   * The progress of sessions that ended. An agent may connect again before its mailbox cell has the
   * last report.
   */
  private final Map<String, MailProgress.Left> gone =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, MailProgress.Left> eldest) {
          return size() > MAX_GONE;
        }
      };

  public MailDelivery(
      Store store, Clock clock, Host host, Outlets outlets, Gate gate, TimerQueue timers, Bus bus) {
    this.store = store;
    this.clock = clock;
    this.host = host;
    this.outlets = outlets;
    this.gate = gate;
    this.timers = timers;
    this.bus = bus;
  }

  public List<EffectPart<?>> effects() {
    return List.of(
        new EffectPart<>(MailEffect.OpenMail.class, this::open),
        new EffectPart<>(MailEffect.Mail.class, this::deliver),
        new EffectPart<>(MailEffect.PassOver.class, this::passOver),
        new EffectPart<>(MailEffect.MuteMail.class, this::mute),
        new EffectPart<>(MailEffect.Settle.class, this::settle),
        new EffectPart<>(MailEffect.Referred.class, this::referred),
        new EffectPart<>(MailEffect.Arrived.class, e -> bus.publish(ARRIVED, e)),
        new EffectPart<>(ChannelEffect.Mentioned.class, this::mentioned),
        new EffectPart<>(MailEffect.Echo.class, this::echo));
  }

  public Departure departure() {
    return new Departure("mailbox", this::close);
  }

  private void echo(MailEffect.Echo e) {
    outlets.send(e.session(), Messages.echo(Messages.frame(e.message()), e.clientMsgId()));
  }

  /** Returns the progress of the session's mailbox; null if the mailbox is not open. */
  public @Nullable MailProgress flow(SessionId session) {
    return mail.get(session);
  }

  @Override
  public boolean isMuted(SessionId session, String sender) {
    var flow = mail.get(session);
    return flow != null && flow.muted().contains(sender);
  }

  void open(MailEffect.OpenMail e) {
    var left = gone.remove(e.agent());
    var flow = new MailProgress(e, host, timers);
    mail.put(e.session(), flow);
    if (left != null) flow.goOnFrom(left);
    long from = flow.left().upTo() + 1;
    if (from > e.to()) return;
    var unshown = SeqRanges.of(left == null ? e.unshown() : left.unshown());
    outlets.pull(
        e.session(),
        MailPull.of(
            store, clock, from, e.to(), seq -> seq <= e.offered() && !unshown.contains(seq), flow));
  }

  /**
   * Delivers a direct message. If an earlier entry is missing because its effect was lost, it is
   * read from the store first.
   */
  void deliver(MailEffect.Mail e) {
    var flow = mail.get(e.session());
    long seq = e.message().seq();
    if (flow == null) return;
    if (gate.holds(e.session())) {
      holdBack(e, flow);
      return;
    }
    if (!isNext(flow, e.session(), seq)) return;
    // A mailbox cell that was loaded again may not know the mutes of its agent yet.
    if (flow.muted().contains(e.message().from())) {
      flow.settle(seq);
      return;
    }
    send(e, flow);
  }

  /**
   * Passes a direct message to the gate. The agent's own message is its echo and is sent at once.
   * Entries that are missing because their effect was lost are held back together with it.
   */
  private void holdBack(MailEffect.Mail e, MailProgress flow) {
    long seq = e.message().seq();
    if (seq < flow.next()) return;
    boolean own = e.message().from().equals(flow.agent());
    for (long missing = flow.next(); missing < seq; missing++) gate.hold(e.session(), missing);
    flow.next(seq + 1);
    if (flow.muted().contains(e.message().from())) {
      flow.settle(seq);
    } else if (own || gate.passes(e.session(), e.message(), List.of(), null)) {
      send(e, flow);
    }
  }

  private void send(MailEffect.Mail e, MailProgress flow) {
    outlets.send(
        e.session(),
        Messages.echo(Messages.frame(flow.known(e.message())), e.clientMsgId()),
        () -> flow.taken(e.message().seq()));
  }

  /** Makes this entry the next one to deliver; false if it was delivered already. */
  private boolean isNext(MailProgress flow, SessionId session, long seq) {
    if (seq < flow.next()) return false;
    if (seq > flow.next()) {
      outlets.pull(session, MailPull.of(store, clock, flow.next(), seq - 1, _ -> false, flow));
    }
    flow.next(seq + 1);
    return true;
  }

  void passOver(MailEffect.PassOver e) {
    var flow = mail.get(e.session());
    if (flow != null && isNext(flow, e.session(), e.seq())) flow.settle(e.seq());
  }

  void settle(MailEffect.Settle e) {
    var flow = mail.get(e.session());
    if (flow != null) flow.settle(1, e.upTo());
  }

  void referred(MailEffect.Referred e) {
    var flow = mail.get(e.session());
    if (flow != null) flow.referred();
  }

  @Override
  public Copies.@Nullable Taken of(SessionId session) {
    return mail.get(session);
  }

  /**
   * Finds out what becomes of a message that was just sent to these sessions. If a sleeping agent
   * keeps it, the wake says so.
   */
  void mentioned(ChannelEffect.Mentioned e) {
    for (var session : e.sessions()) {
      var flow = mail.get(session);
      if (flow == null) continue;
      if (!gate.holds(session)) {
        outlets.after(session, () -> flow.copied(e));
      } else if (gate.passesOver(session)) {
        flow.passOver(e);
      }
    }
  }

  void mute(MailEffect.MuteMail e) {
    var flow = mail.get(e.session());
    if (flow != null) flow.muted(Set.copyOf(e.muted()));
  }

  void close(SessionId session) {
    var flow = mail.remove(session);
    if (flow == null) return;
    var left = flow.end();
    if (!left.equals(MailProgress.NOTHING)) gone.put(flow.agent(), left);
  }
}
