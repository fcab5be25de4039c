package dev.reveille.server.route;

import dev.reveille.protocol.Priority;
import dev.reveille.protocol.RouteMessages;
import dev.reveille.server.decision.WakePolicy;
import dev.reveille.server.decision.WakeTrigger;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.BiPredicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A route of an identity, as it is stored.
 *
 * @param n its number among the routes of the identity
 * @param filter as it stands in the store; {@link #key} reads it
 * @param address of a webhook; else empty
 * @param windowMillis how long an event waits for others; below 0 = as usual
 * @param failures how many deliveries in a row failed
 * @param degraded why it is not used; null = it is
 * @param by who made it: the id of the agent, {@code server}, or an administrator
 */
public record WakeRoute(
    String identity,
    long n,
    WakeTrigger trigger,
    String filter,
    RouteTarget target,
    String address,
    WakePolicy policy,
    long windowMillis,
    RouteMarks marks,
    int failures,
    @Nullable String degraded,
    String by) {
  /** Made by the server for a seat that has no routes yet. */
  static final String SERVER = "server";

  /** The events that a route can be for, in the order of the wire. */
  static final List<WakeTrigger> TRIGGERS =
      RouteMessages.TRIGGERS.stream()
          .map(word -> WakeTrigger.valueOf(word.toUpperCase(Locale.ROOT)))
          .toList();

  /** Returns the routes of a seat for which nobody has said anything: every event may wake it. */
  public static List<WakeRoute> first(String identity, RouteMarks marks) {
    return Stream.iterate(0, i -> i < TRIGGERS.size(), i -> i + 1)
        .map(
            i -> {
              var trigger = TRIGGERS.get(i);
              boolean atOnce = trigger == WakeTrigger.TIMER || trigger == WakeTrigger.PERMISSION;
              return new WakeRoute(
                  identity,
                  i + 1,
                  trigger,
                  "",
                  RouteTarget.SEAT,
                  "",
                  WakePolicy.IMMEDIATE,
                  atOnce ? 0 : -1,
                  marks,
                  0,
                  null,
                  SERVER);
            })
        .toList();
  }

  RouteKey key() {
    return new RouteKey(trigger, RouteFilter.read(filter), target, address);
  }

  /** Returns the test by priority and sender for events that have no further fields. */
  public BiPredicate<Priority, String> test() {
    var parts = RouteFilter.read(filter);
    return (priority, sender) -> parts.matches(priority, sender, null);
  }

  Duration window(Duration usual) {
    return windowMillis < 0 ? usual : Duration.ofMillis(windowMillis);
  }

  WakeRoute with(RouteMarks other) {
    return new WakeRoute(
        identity,
        n,
        trigger,
        filter,
        target,
        address,
        policy,
        windowMillis,
        other,
        failures,
        degraded,
        by);
  }

  /** Returns the route with another wish. An update is how a degraded route recovers. */
  WakeRoute wished(WakePolicy nowPolicy, long nowWindow, String nowBy) {
    return new WakeRoute(
        identity, n, trigger, filter, target, address, nowPolicy, nowWindow, marks, 0, null, nowBy);
  }

  WakeRoute failed(int inARow, @Nullable String why) {
    return new WakeRoute(
        identity,
        n,
        trigger,
        filter,
        target,
        address,
        policy,
        windowMillis,
        marks,
        inARow,
        why,
        by);
  }

  /** Returns the route as its agent and administrators see it. */
  RouteMessages.ShownRoute shown() {
    var parts = RouteFilter.read(filter);
    return new RouteMessages.ShownRoute(
        n,
        new RouteMessages.Wish(
            trigger.name().toLowerCase(Locale.ROOT),
            parts.least(),
            parts.from(),
            parts.tags(),
            parts.replyTo().isEmpty() ? null : parts.replyTo(),
            target.word(),
            policy.name().toLowerCase(Locale.ROOT),
            windowMillis < 0 ? null : (int) (windowMillis / 1_000)),
        address.isEmpty() ? null : address,
        degraded == null ? "active" : "degraded",
        degraded);
  }
}
