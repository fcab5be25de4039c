package dev.reveille.server.chat;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.delivery.PresenceEffect;
import dev.reveille.server.identity.StoredKey;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Opens and ends the side sessions of an agent. Part of the agent cell.
 *
 * <p>A side session speaks for the agent and gets the answers to its own requests. It is not the
 * body: it is not present, receives nothing else and displaces nobody. Rate, mutes and repeats
 * count for the agent, whichever session speaks.
 */
final class SidePart implements AgentPart {
  /** The most side sessions that an agent may have at once. */
  static final int MOST = 16;

  /** The least time between two writes that only say that the agent was seen. */
  private static final Duration SEEN_AGAIN = Duration.ofHours(1);

  private static final Slot<Map<SessionId, Presence.Side>> OPEN = new Slot<>(LinkedHashMap::new);

  private final ChatParts house;
  private final AdmissionCheck check;
  private final ArrivalPart arrival;

  SidePart(ChatParts house, AdmissionCheck check, ArrivalPart arrival) {
    this.house = house;
    this.check = check;
    this.arrival = arrival;
  }

  @Override
  public List<Told<?>> told() {
    return List.of(new Told<>(AgentCommand.AttachSide.class, this::attach));
  }

  /** Restores the side sessions, because they outlive their agent's cell. */
  @Override
  public void loaded(Agent agent) {
    for (var side : house.presence().sides(agent.id)) open(agent, side);
  }

  @Override
  public boolean mayUnload(Agent agent) {
    return agent.find(OPEN) == null;
  }

  /** Returns the agent's side sessions in the order in which they were opened. */
  static List<SessionId> sessions(Agent agent) {
    var open = agent.find(OPEN);
    return open == null ? List.of() : List.copyOf(open.keySet());
  }

  static Presence.@Nullable Side find(Agent agent, SessionId session) {
    var open = agent.find(OPEN);
    return open == null ? null : open.get(session);
  }

  private Step attach(Agent agent, AgentCommand.AttachSide attach) {
    var session = attach.session();
    var refusal = arrival.refusal(agent, session, attach.pubkey(), attach.token());
    if (refusal.isPresent()) return refusal.get();
    if (sessions(agent).size() >= MOST) {
      return turnAway(
          session, ErrorCode.RATE_LIMITED, "An agent has at most " + MOST + " side sessions");
    }
    var pubkey = attach.token() == null ? attach.pubkey() : key(agent);
    var name = attach.name().isEmpty() ? agent.lastName : attach.name();
    if (name.isEmpty() || (attach.token() != null && pubkey == null)) {
      return turnAway(session, ErrorCode.AGENT_NOT_FOUND, "No agent " + agent.id + " is known");
    }
    long now = house.clock().wallMillis();
    var side =
        new Presence.Side(agent.id, session, name, pubkey, attach.token(), now, attach.kinds());
    open(agent, side);
    var speaker = speaker(agent, side);
    var welcome = new DeliveryEffect.ToSession(session, arrival.welcome(agent, speaker));
    return Step.of(
        Unit.bestEffort(
            seen(agent, speaker, now), List.of(new PresenceEffect.SideOpened(side), welcome)));
  }

  private static Step turnAway(SessionId session, ErrorCode code, String reason) {
    return Step.of(Unit.barrier(List.of(new DoorEffect.TurnAway(session, code, reason))));
  }

  private static void open(Agent agent, Presence.Side side) {
    agent.slot(OPEN).put(side.session(), side);
    if (!side.hasKey()) return;
    agent.keyed = true;
    agent.lastKey = side.pubkey();
    if (agent.firstSeen == 0) agent.firstSeen = side.connectedAt();
  }

  /** Returns the agent's key; null if it has none. */
  private static @Nullable String key(Agent agent) {
    var body = agent.body;
    return body != null && body.hasKey()
        ? body.pubkey()
        : agent.ring.current().map(StoredKey::pubkey).orElse(agent.lastKey);
  }

  /**
   * Returns the write that says that an agent without a body was seen, and under which name; empty
   * if the store has that. The row of an agent that nothing is stored for is made only if its age
   * counts.
   */
  private List<Write> seen(Agent agent, Body speaker, long now) {
    if (agent.body != null || !speaker.hasKey()) return List.of();
    var config = house.config();
    boolean ages = !config.lurk().isZero() || !config.dmAgeGate().isZero();
    if (!agent.recorded) return ages ? List.of(agent.save(speaker, now)) : List.of();
    boolean known =
        speaker.name().equals(agent.lastName) && now - agent.lastSeen < SEEN_AGAIN.toMillis();
    return known ? List.of() : List.of(agent.save(speaker, now));
  }

  /** Returns the agent as a side session shows it. Its body, if it has one, counts. */
  Body speaker(Agent agent, Presence.Side side) {
    var body = agent.body;
    var clock = house.clock();
    long age = Math.max(0, clock.wallMillis() - agent.firstSeen);
    return new Body(
        side.session(),
        body == null ? side.name() : body.name(),
        side.pubkey(),
        side.token(),
        body == null ? check.isVerified(agent, side.pubkey()) : body.verified(),
        true,
        false,
        side.kinds(),
        body == null ? side.connectedAt() : body.connectedAt(),
        body == null ? clock.nanos() - age * 1_000_000 : body.connectedNanos(),
        true);
  }

  /** Replaces the key of a side session, because its agent has changed it. */
  static Effect hold(Agent agent, Presence.Side side, String pubkey) {
    var renewed =
        new Presence.Side(
            side.agent(),
            side.session(),
            side.name(),
            pubkey,
            side.token(),
            side.connectedAt(),
            side.kinds());
    open(agent, renewed);
    return new PresenceEffect.SideOpened(renewed);
  }

  /**
   * Ends side sessions. What they still send is ignored.
   *
   * @param which true for those that end
   * @param farewell returns the effects that close one of them
   * @return the effects of all
   */
  static List<Effect> end(
      Agent agent, Predicate<Presence.Side> which, Function<Presence.Side, List<Effect>> farewell) {
    var effects = new ArrayList<Effect>();
    var open = agent.find(OPEN);
    if (open == null) return effects;
    for (var each = open.values().iterator(); each.hasNext(); ) {
      var side = each.next();
      if (!which.test(side)) continue;
      each.remove();
      effects.addAll(farewell.apply(side));
      effects.add(new PresenceEffect.SideClosed(agent.id, side.session()));
    }
    if (open.isEmpty()) agent.clear(OPEN);
    return effects;
  }
}
