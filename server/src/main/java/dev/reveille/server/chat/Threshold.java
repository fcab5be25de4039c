package dev.reveille.server.chat;

import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.Names;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.ServerMessages;
import dev.reveille.server.kernel.Host;
import dev.reveille.server.kernel.SessionId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where what is sent meets the gates: brings it to those who are awake, offers it to those who
 * sleep, and hands over what waited when they wake.
 *
 * <p>Part of {@link Delivery}, on its thread.
 */
final class Threshold {
  private final ChatParts parts;
  private final Gate gate;
  private final Host host;
  private final Wire wire;

  private final Postman postman;

  /** A look at what waits for a sleeper that is under way. */
  private record Sifting(long number, Sift sift) {}

  private final Map<SessionId, Sifting> sifting = new HashMap<>();
  private long sifts;

  Threshold(ChatParts parts, Host host, Wire wire, Postman postman) {
    this.parts = parts;
    this.gate = parts.gate();
    this.host = host;
    this.wire = wire;
    this.postman = postman;
  }

  boolean isAsleep(SessionId session) {
    return gate.isAsleep(session);
  }

  /** Those of the list who are awake; the same list if all are. */
  List<SessionId> awake(List<SessionId> sessions) {
    if (!gate.anybodySleeps() || sessions.stream().noneMatch(gate::isAsleep)) return sessions;
    return sessions.stream().filter(session -> !gate.isAsleep(session)).toList();
  }

  /** Those of the list who sleep. */
  List<SessionId> sleepers(List<SessionId> sessions) {
    return gate.anybodySleeps() ? sessions.stream().filter(gate::isAsleep).toList() : List.of();
  }

  /** Offers a channel's message to members who sleep. Its author gets the echo in any case. */
  void offer(List<SessionId> sleepers, ChatEffect.Fanout e, Frame frame, @Nullable Frame echo) {
    for (var sleeper : sleepers) {
      if (sleeper.equals(e.sender())) wire.send(sleeper, echo != null ? echo : frame);
      else if (gate.passes(sleeper, e.message(), e.mentions(), null)) wire.send(sleeper, frame);
    }
  }

  void toMany(ChatEffect.ToMany e) {
    if (e.sessions().isEmpty()) return;
    var frame = frame(e.message());
    var awake = awake(e.sessions());
    wire.broadcast(wire.audience(awake), frame, e.except(), null);
    if (awake.size() == e.sessions().size()) return;
    for (var sleeper : sleepers(e.sessions())) {
      if (!sleeper.equals(e.except()) && gate.passes(sleeper, e.message(), List.of(), null)) {
        wire.send(sleeper, frame);
      }
    }
  }

  void send(SessionId session, ServerMessage message) {
    if (!gate.isAsleep(session) || gate.passes(session, message, List.of(), null)) {
      wire.send(session, frame(message));
    }
  }

  /** A callback for the agent alone. One that is kept stays so until the agent has it. */
  void fire(ChatEffect.Fire e) {
    var kept = e.kept();
    Runnable taken =
        kept == null
            ? () -> {}
            : () -> host.tell(Cells.callbacks(e.agent()), new CallbackCommand.Delivered(kept));
    var session = e.session();
    if (!gate.isAsleep(session)
        || gate.passes(session, e.message(), List.of(), kept == null ? null : taken)) {
      wire.send(session, Messages.frame(e.message()), taken);
    }
  }

  /**
   * Takes a direct message for a sleeper. The agent's own is its echo, which it gets at once.
   * Entries that a lost hint left out are held back with it.
   */
  void holdMail(ChatEffect.Mail e) {
    var flow = postman.flow(e.session());
    long seq = e.message().seq();
    if (flow == null || seq < flow.next()) return;
    boolean own = e.message().from().equals(flow.agent());
    for (long missing = flow.next(); missing < seq; missing++) gate.hold(e.session(), missing);
    flow.next(seq + 1);
    if (flow.muted().contains(e.message().from())) {
      flow.settle(seq);
      return;
    }
    if (own || gate.passes(e.session(), e.message(), List.of(), null)) {
      wire.send(
          e.session(),
          Messages.echo(Messages.frame(e.message()), e.clientMsgId()),
          () -> flow.settle(seq));
    }
  }

  void fallAsleep(ChatEffect.FallAsleep e) {
    var flow = postman.flow(e.session());
    gate.close(
        e.session(),
        e.sleep(),
        Duration.ofNanos(e.nanos()),
        new Gate.Mailbox() {
          @Override
          public void passOver(long seq) {
            if (flow != null) flow.settle(seq);
          }

          @Override
          public void leaveBehind(long seq) {
            if (flow != null) flow.leaveBehind(seq);
          }
        });
  }

  /**
   * Takes away what waits for a sleeper and is of agents that it no longer hears. Who sent what is
   * stored has to be looked up, which is not done on this thread: {@link #discard} follows.
   */
  void unhear(ChatEffect.Unhear e) {
    var session = e.session();
    var flow = postman.flow(session);
    if (flow == null || !gate.isAsleep(session)) return;
    var muted = flow.muted();
    var stored = new ArrayList<Gate.Held.Stored>();
    gate.discard(
        session,
        held ->
            switch (held) {
              case Gate.Held.Value(var message, _) -> muted.contains(message.from());
              case Gate.Held.Stored place -> {
                stored.add(place);
                yield false;
              }
            });
    if (stored.isEmpty()) return;
    long number = ++sifts;
    var sift =
        new Sift(
            parts.store(),
            List.copyOf(stored),
            muted,
            unwanted ->
                host.tell(
                    Cells.agent(flow.agent()),
                    new AgentCommand.Unheard(session, number, unwanted)));
    sifting.put(session, new Sifting(number, sift));
    wire.pull(session, sift);
  }

  /** It is known what of the muted waits for a sleeper. */
  void discard(ChatEffect.Discard e) {
    var known = sifting.get(e.session());
    if (known != null && known.number() == e.number()) sifting.remove(e.session());
    var unwanted = new HashSet<Gate.Held>(e.places());
    if (!unwanted.isEmpty()) gate.discard(e.session(), unwanted::contains);
  }

  /** The wake message, then what waited; what is sent from here on comes behind it. */
  void wakeUp(ChatEffect.WakeUp e) {
    if (!gate.isAsleep(e.session())) return;
    var waking = gate.open(e.session());
    var flow = postman.flow(e.session());
    var under = sifting.remove(e.session());
    if (under != null) {
      wire.pull(
          e.session(),
          new SiftedWake(
              under.sift(),
              waking.held(),
              flow,
              buffered -> woken(e, waking, buffered),
              held -> new WakePull(parts.store(), e.agent(), held, flow)));
      return;
    }
    int buffered = waking.held().size();
    wire.send(e.session(), woken(e, waking, buffered));
    if (buffered > 0) {
      wire.pull(e.session(), new WakePull(parts.store(), e.agent(), waking.held(), flow));
    }
  }

  /** Makes the wake message, and has it written down what the agent found. */
  private Frame woken(ChatEffect.WakeUp e, Gate.Waking waking, int buffered) {
    var counts =
        new JsonText(64)
            .field("buffered", buffered)
            .field("dropped", waking.dropped())
            .field("missed", waking.missed());
    host.tell(
        Cells.agent(e.agent()),
        new AgentCommand.Woke(e.sleep(), e.early(), buffered, waking.dropped(), waking.missed()));
    return Messages.frame(
        new ServerMessage.Msg(
            parts.clock().wallMillis(),
            Names.SERVER,
            "server",
            e.agent(),
            "@@wake@@",
            0,
            null,
            null,
            counts.fields()));
  }

  void forget(SessionId session) {
    gate.forget(session);
    sifting.remove(session);
  }

  private Frame frame(ServerMessage message) {
    return new Frame(ServerMessages.write(message, parts.clock().wallMillis()));
  }
}
