package dev.reveille.server.delivery;

import dev.reveille.server.kernel.SessionId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The members of channels, resolved to their outlets once for each membership. Owned by the effects
 * thread.
 */
public final class Audiences {
  /**
   * The most resolved audiences that are kept. Beyond it all are dropped and resolved again when
   * needed.
   */
  private static final int MAX_KEPT = 20_000;

  /**
   * A list of sessions, divided by the gate.
   *
   * @param open the sessions for which nothing is held back
   * @param held the sessions for which the gate must be asked
   */
  record Resolved(List<SessionId> sessions, Outlets.Audience open, List<SessionId> held) {}

  private final Map<String, Resolved> kept = new HashMap<>();
  private final Outlets outlets;
  private final Gate gate;

  public Audiences(Outlets outlets, Gate gate) {
    this.outlets = outlets;
    this.gate = gate;
  }

  /**
   * Returns a channel's members. They are resolved once per membership: the caller passes the same
   * list object until the membership changes.
   */
  @SuppressWarnings("ReferenceEquality")
  Resolved members(String channel, List<SessionId> members) {
    var known = kept.get(channel);
    if (known != null && known.sessions() == members) return known;
    if (kept.size() >= MAX_KEPT) kept.clear();
    var made = of(members);
    kept.put(channel, made);
    return made;
  }

  /** Resolves these sessions for one message. */
  Resolved of(List<SessionId> sessions) {
    if (!gate.holdsAnybody()) return new Resolved(sessions, outlets.audience(sessions), List.of());
    var held = sessions.stream().filter(gate::holds).toList();
    var open = held.isEmpty() ? sessions : sessions.stream().filter(id -> !gate.holds(id)).toList();
    return new Resolved(sessions, outlets.audience(open), held);
  }

  /**
   * Forgets a channel: it is gone, or the gate starts or stops holding back for one of its members.
   */
  public void forget(String channel) {
    kept.remove(channel);
  }
}
