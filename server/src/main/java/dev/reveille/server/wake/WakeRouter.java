package dev.reveille.server.wake;

import dev.reveille.server.decision.WakeConfig;
import dev.reveille.server.decision.WakePolicy;
import dev.reveille.server.decision.WakeTrigger;
import dev.reveille.server.kernel.Bus;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Host;
import dev.reveille.server.kernel.TimerQueue;
import dev.reveille.server.mail.MailDelivery;
import dev.reveille.server.mail.MailEffect;
import dev.reveille.server.route.Coalescing;
import dev.reveille.server.route.RouteView;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Follows the inboxes of the seats and asks for a decision when something came. Events of a burst
 * are one question.
 *
 * <p>It keeps no event: the decision reads what is unread at that moment. So mail that was read
 * before is not part of it, and a hint that was lost is made up for by the next pulse.
 */
final class WakeRouter {
  private final Clock clock;
  private final Host host;
  private final TimerQueue timers;
  private final RouteView routes;
  private final WakeConfig settings;
  private final Map<String, Line> lines = new HashMap<>();

  /** The events of one seat. Guarded by the router. */
  private static final class Line {
    final Coalescing events;
    WakeTrigger trigger = WakeTrigger.MESSAGE;
    TimerQueue.@Nullable Timer timer;

    Line(Coalescing events) {
      this.events = events;
    }
  }

  WakeRouter(
      Clock clock, Host host, TimerQueue timers, Bus bus, RouteView routes, WakeConfig settings) {
    this.clock = clock;
    this.host = host;
    this.timers = timers;
    this.routes = routes;
    this.settings = settings;
    var _ =
        bus.subscribe(
            MailDelivery.ARRIVED,
            hint -> {
              if (hint instanceof MailEffect.Arrived(var agent, var kind)) {
                arrived(agent, trigger(kind));
              }
            });
  }

  private static WakeTrigger trigger(String kind) {
    return kind.equals(MailEffect.MENTION) ? WakeTrigger.MENTION : MailSensor.trigger(kind);
  }

  /**
   * Notes that an inbox has something new. Agents without a seat are not followed, and not what an
   * agent has no route for.
   */
  private synchronized void arrived(String agent, WakeTrigger trigger) {
    if (!routes.hasSeat(agent)) return;
    var window = routes.window(agent, trigger, settings.window());
    if (window.isEmpty()) return;
    var line = lines.computeIfAbsent(agent, _ -> line());
    line.trigger = trigger;
    line.events.event(clock.nanos(), window.get().toNanos());
    arm(agent, line);
  }

  /** Looks at what an earlier process left as if it came now. */
  void replay(String agent) {
    arrived(agent, WakeTrigger.MESSAGE);
  }

  private Line line() {
    return new Line(
        new Coalescing(
            settings.window().toNanos(),
            settings.cap().toNanos(),
            settings.refractory().toNanos()));
  }

  private void arm(String agent, Line line) {
    var due = line.events.due();
    if (line.timer != null) line.timer.cancel();
    line.timer = null;
    if (due.isEmpty()) return;
    var delay = Duration.ofNanos(Math.max(0, due.getAsLong() - clock.nanos()));
    line.timer = timers.schedule(delay, () -> flush(agent));
  }

  private void flush(String agent) {
    WakeTrigger trigger;
    synchronized (this) {
      var line = lines.get(agent);
      if (line == null || !line.events.isWaiting()) return;
      line.timer = null;
      line.events.taken();
      trigger = line.trigger;
    }
    host.tell(WakeCell.at(agent), new WakeCommand.Look(trigger, WakePolicy.IMMEDIATE, false));
  }

  /** Notes that a wake of this seat was sent, or may have been. */
  synchronized void sent(String agent) {
    lines.computeIfAbsent(agent, _ -> line()).events.sent(clock.nanos());
  }

  /** Forgets the seats that are gone. */
  synchronized void retain(Set<String> seats) {
    lines.keySet().removeIf(agent -> !seats.contains(agent));
  }

  synchronized int waiting() {
    return (int) lines.values().stream().filter(line -> line.events.isWaiting()).count();
  }
}
