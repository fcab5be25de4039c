package dev.reveille.server.simulation;

import dev.reveille.protocol.Marker.Sleep.Mode;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.sleep.SleepGate;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A gate that notes, independently of what it guards, what must become of each direct message. */
final class RecordingGate implements SleepGate {
  /** An entry of a mailbox. */
  record Entry(String agent, long seq) {}

  private final SleepGate gate;

  /** The entries that agents chose not to get. */
  private final Set<Entry> dropped = new HashSet<>();

  /** The entries that were held back and not handed over at the wake, by session. */
  private final Map<Entry, SessionId> heldBack = new HashMap<>();

  RecordingGate(SleepGate gate) {
    this.gate = gate;
  }

  boolean isDropped(String agent, long seq) {
    return dropped.contains(new Entry(agent, seq));
  }

  boolean isHeldBackFrom(SessionId session, String agent, long seq) {
    return session.equals(heldBack.get(new Entry(agent, seq)));
  }

  private void note(SessionId session, long seq) {
    gate.sleep(session)
        .ifPresent(
            sleep -> {
              var entry = new Entry(sleep.agent(), seq);
              if (sleep.mode() == Mode.DROP) dropped.add(entry);
              else heldBack.put(entry, session);
            });
  }

  @Override
  public boolean holdsAnybody() {
    return gate.holdsAnybody();
  }

  @Override
  public boolean passesOver(SessionId session) {
    return gate.passesOver(session);
  }

  @Override
  public boolean holds(SessionId session) {
    return gate.holds(session);
  }

  @Override
  public Optional<Sleep> sleep(SessionId session) {
    return gate.sleep(session);
  }

  @Override
  public void close(SessionId session, Sleep sleep, Duration length, Mailbox mailbox) {
    gate.close(session, sleep, length, mailbox);
  }

  @Override
  public boolean passes(
      SessionId session, ServerMessage message, List<String> mentions, @Nullable Runnable taken) {
    if (message instanceof ServerMessage.Msg msg && msg.to().startsWith("@") && msg.seq() > 0) {
      note(session, msg.seq());
    }
    return gate.passes(session, message, mentions, taken);
  }

  @Override
  public void hold(SessionId session, long seq) {
    note(session, seq);
    gate.hold(session, seq);
  }

  @Override
  public void discard(SessionId session, Predicate<Held> unwanted) {
    gate.discard(session, unwanted);
  }

  @Override
  public Waking open(SessionId session) {
    var waking = gate.open(session);
    for (var held : waking.held()) {
      if (held instanceof Held.Stored(var stream, var seq)) heldBack.remove(new Entry(stream, seq));
    }
    return waking;
  }

  @Override
  public void forget(SessionId session) {
    gate.forget(session);
  }
}
