package dev.reveille.server.inbox;

import dev.reveille.server.delivery.Cells;
import dev.reveille.server.delivery.Delivery;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.delivery.Departure;
import dev.reveille.server.delivery.Frame;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.delivery.Outlets;
import dev.reveille.server.delivery.Pull;
import dev.reveille.server.kernel.Bus;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.EffectPart;
import dev.reveille.server.kernel.Host;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.TimerQueue;
import dev.reveille.server.mail.MailDelivery;
import dev.reveille.server.mail.MailEffect;
import dev.reveille.server.mail.MailboxCommand;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Answers PENDING: at once, or when there is something to return. Carries out {@link InboxEffect}.
 *
 * <p>A session has at most one answer that waits. A wait ends with a hint that one of its streams
 * has something new, when its time is over, with the next PENDING of its session, or with its
 * session. Hints come from effects, so they follow the commit.
 */
final class PendingWaits {
  /** The most waits of one agent: its body and its side sessions, and some that are just gone. */
  private static final int MOST_PER_AGENT = 32;

  private final PendingReader reader;
  private final Clock clock;
  private final Host host;
  private final Outlets outlets;
  private final TimerQueue timers;
  private final ConcurrentHashMap<SessionId, PendingWait> bySession = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<String, Set<PendingWait>> byAgent = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<String, Set<PendingWait>> byChannel = new ConcurrentHashMap<>();

  PendingWaits(
      PendingReader reader, Clock clock, Host host, Outlets outlets, TimerQueue timers, Bus bus) {
    this.reader = reader;
    this.clock = clock;
    this.host = host;
    this.outlets = outlets;
    this.timers = timers;
    var _ =
        bus.subscribe(
            Delivery.FANOUT,
            hint -> {
              if (hint instanceof DeliveryEffect.Fanout said) said(said);
            });
    var _ =
        bus.subscribe(
            MailDelivery.ARRIVED,
            hint -> {
              if (hint instanceof MailEffect.Arrived(var agent, _)) arrived(agent);
            });
  }

  List<EffectPart<?>> effects() {
    return List.of(new EffectPart<>(InboxEffect.Ask.class, this::ask));
  }

  Departure departure() {
    return new Departure("pending answer", this::forget);
  }

  /** Returns the number of answers that wait. */
  int size() {
    return bySession.size();
  }

  private void ask(InboxEffect.Ask asked) {
    var before = bySession.get(asked.session());
    if (before != null) {
      forget(before);
      before.finish();
    }
    var wait = new PendingWait(asked, this);
    if (asked.waitMillis() == 0) {
      wait.finish();
    } else {
      add(wait, Duration.ofMillis(asked.waitMillis()));
      wait.hint();
    }
  }

  /** Makes the wait known before it looks, so that nothing can come unnoticed in between. */
  private void add(PendingWait wait, Duration length) {
    wait.timer(timers.schedule(length, () -> expire(wait)));
    bySession.put(wait.session(), wait);
    add(byAgent, wait.query().agent(), wait);
    for (var channel : wait.query().channels()) add(byChannel, channel, wait);
    var all = byAgent.getOrDefault(wait.query().agent(), Set.of());
    if (all.size() > MOST_PER_AGENT) {
      all.stream().filter(other -> !other.equals(wait)).findAny().ifPresent(this::expire);
    }
  }

  private static void add(
      ConcurrentHashMap<String, Set<PendingWait>> map, String key, PendingWait wait) {
    map.compute(
        key,
        (_, waits) -> {
          var set = waits == null ? ConcurrentHashMap.<PendingWait>newKeySet() : waits;
          set.add(wait);
          return set;
        });
  }

  private void expire(PendingWait wait) {
    forget(wait);
    wait.finish();
    outlets.flush();
  }

  private void forget(SessionId session) {
    var wait = bySession.get(session);
    if (wait != null) forget(wait);
  }

  /** Gives no more hints to the wait. */
  void forget(PendingWait wait) {
    wait.cancelTimer();
    bySession.remove(wait.session(), wait);
    remove(byAgent, wait.query().agent(), wait);
    for (var channel : wait.query().channels()) remove(byChannel, channel, wait);
  }

  private static void remove(
      ConcurrentHashMap<String, Set<PendingWait>> map, String key, PendingWait wait) {
    map.computeIfPresent(
        key,
        (_, waits) -> {
          waits.remove(wait);
          return waits.isEmpty() ? null : waits;
        });
  }

  private void arrived(String agent) {
    if (byAgent.isEmpty()) return;
    for (var wait : byAgent.getOrDefault(agent, Set.of())) wait.hint();
  }

  private void said(DeliveryEffect.Fanout said) {
    if (byChannel.isEmpty()) return;
    var waits = byChannel.getOrDefault(said.channel(), Set.of());
    if (waits.isEmpty()) return;
    var pages = reader.pages();
    for (var wait : waits) {
      if (wait.isEndedBy(said)) wait.hint(pages);
    }
  }

  void pull(SessionId session, Pull pull) {
    outlets.pull(session, pull);
  }

  PendingPage read(PendingQuery query, @Nullable SharedPages pages) {
    var page = reader.read(query, pages == null ? reader.pages() : pages);
    if (!page.unmarked().isEmpty()) {
      host.tell(Cells.agent(query.agent()), new MarksMissing(page.unmarked()));
    }
    return page;
  }

  Frame frame(PendingPage page) {
    return Messages.frame(page.message(), clock);
  }

  /** Tells the mailbox which of its entries were shown. */
  void shown(PendingQuery query, PendingPage page) {
    if (page.shown() == 0) return;
    host.tell(Cells.mailbox(query.agent()), new MailboxCommand.Shown(page.shown()));
  }
}
