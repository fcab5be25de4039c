package dev.reveille.server.wake;

import dev.reveille.protocol.Marker;
import dev.reveille.protocol.WakeMessages;
import dev.reveille.server.chat.Agent;
import dev.reveille.server.chat.Body;
import dev.reveille.server.chat.ChatParts;
import dev.reveille.server.chat.Posted;
import dev.reveille.server.chat.Request;
import dev.reveille.server.chat.Slot;
import dev.reveille.server.chat.SpeakingPart;
import dev.reveille.server.decision.WakeReads;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.delivery.PresenceEffect;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Tell;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.route.RoutePart;
import dev.reveille.server.route.RouteView;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The part of wakes in an agent's cell: the proofs of a wake (the start of a turn, and what it says
 * to others), and the sleep that it put itself into.
 *
 * <p>That sleep is noted for agents with a seat, so that it holds when the session or the server
 * ends before it. An agent that never slept so has no slot.
 */
final class WakePart implements SpeakingPart {
  /** The sleep of an agent that is noted. */
  private static final class Noted {
    private boolean asleep;
  }

  private static final Slot<Noted> NOTED = new Slot<>(Noted::new);

  private final ChatParts parts;
  private final RouteView routes;
  private final Predicate<String> isAwaited;
  private final Set<String> team;

  WakePart(ChatParts parts, RouteView routes, Predicate<String> isAwaited, Set<String> team) {
    this.parts = parts;
    this.routes = routes;
    this.isAwaited = isAwaited;
    this.team = team;
  }

  @Override
  public List<Request<?>> requests() {
    return List.of(
        Request.of(WakeMessages.Started.class, this::started).orSide(),
        Request.of(WakeMessages.TakeWakes.class, WakePart::take));
  }

  @Override
  public void loaded(Agent agent) {
    if (!routes.hasSeat(agent.id())) return;
    parts
        .store()
        .reads(WakeReads.class)
        .wake(agent.id())
        .filter(wake -> wake.asleepUntil() != 0)
        .ifPresent(_ -> agent.slot(NOTED).asleep = true);
  }

  private Step started(Agent agent, Body body, WakeMessages.Started started) {
    if (!body.hasKey()) return RoutePart.noSeat(body);
    return Step.of(
        Unit.barrier(
            List.of(
                new Tell(WakeCell.at(agent.id()), new WakeCommand.TurnBegan(started.nonce())),
                new DeliveryEffect.ToSession(
                    body.session(), new WakeMessages.StartNoted(started.nonce())))));
  }

  private static Step take(Agent agent, Body body, WakeMessages.TakeWakes asked) {
    agent.takeWakes(asked.take());
    return Step.of(Unit.barrier(List.of(new PresenceEffect.Came(agent.shown(body)))));
  }

  /* Speaking and sleeping. */

  /** Returns the last sleep marker; null if there is none, or if it is carried out already. */
  private static Marker.@Nullable Sleep sleep(Posted posted) {
    Marker.Sleep last = null;
    if (posted.repeat()) return null;
    for (var marker : posted.draft().markers()) if (marker instanceof Marker.Sleep s) last = s;
    return last == null || last.length().isZero() ? null : last;
  }

  @Override
  public Step beforeRelay(Agent agent, Body body, Posted posted) {
    var noted = agent.find(NOTED);
    if (noted == null || !noted.asleep || sleep(posted) != null) return Step.none();
    noted.asleep = false;
    return tell(agent, new WakeCommand.Roused());
  }

  @Override
  public Step afterRelay(Agent agent, Body body, Posted posted) {
    var effects = new ArrayList<Effect>();
    if (isAwaited.test(agent.id())) {
      effects.add(new Tell(WakeCell.at(agent.id()), new WakeCommand.Progressed()));
    }
    if (team.contains(agent.id()) && isWork(posted)) {
      boolean reply = posted.inReplyTo() != null;
      effects.add(
          new Tell(TeamCell.ID, new TeamCell.Spoke(agent.id(), reply, parts.clock().wallMillis())));
    }
    var acted = effects.isEmpty() ? Step.none() : Step.of(Unit.barrier(effects));
    var sleep = sleep(posted);
    if (sleep == null || !body.hasKey() || !routes.hasSeat(agent.id())) return acted;
    agent.slot(NOTED).asleep = true;
    long until =
        parts.clock().wallMillis() + parts.config().markers().clamp(sleep.length()).toMillis();
    return agent
        .calls()
        .to(WakeCell.at(agent.id()), new WakeCommand.Slept(until))
        .nothingToUndo()
        .then(_ -> acted);
  }

  /** True unless the message is a repeat, or says only that its session ends or sleeps. */
  private static boolean isWork(Posted posted) {
    return !posted.repeat()
        && posted.draft().markers().stream()
            .noneMatch(
                marker ->
                    marker instanceof Marker.Full
                        || marker instanceof Marker.Sunset
                        || marker instanceof Marker.Sleep);
  }

  private static Step tell(Agent agent, WakeCommand command) {
    return Step.of(Unit.barrier(List.of(new Tell(WakeCell.at(agent.id()), command))));
  }
}
