package dev.reveille.server.task;

import dev.reveille.server.delivery.Departure;
import dev.reveille.server.delivery.Gate;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.delivery.Outlets;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.EffectPart;
import dev.reveille.server.kernel.SessionId;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The sessions of this node that watch tasks. Owned by the effects thread. What it sends is only a
 * hint: who missed an event reads the log of the task.
 */
final class TaskWatchers {
  private final Outlets outlets;
  private final Gate gate;
  private final Clock clock;
  private final Map<String, Set<SessionId>> byTask = new HashMap<>();
  private final Map<SessionId, Set<String>> bySession = new HashMap<>();

  TaskWatchers(Outlets outlets, Gate gate, Clock clock) {
    this.outlets = outlets;
    this.gate = gate;
    this.clock = clock;
  }

  List<EffectPart<?>> effects() {
    return List.of(
        new EffectPart<>(TaskEffect.SetWatch.class, this::set),
        new EffectPart<>(TaskEffect.Happened.class, this::happened));
  }

  Departure departure() {
    return new Departure("tasks", this::forget);
  }

  private void set(TaskEffect.SetWatch e) {
    if (e.on()) {
      byTask.computeIfAbsent(e.task(), _ -> new LinkedHashSet<>()).add(e.session());
      bySession.computeIfAbsent(e.session(), _ -> new LinkedHashSet<>()).add(e.task());
    } else {
      remove(e.session(), e.task());
      var tasks = bySession.get(e.session());
      if (tasks == null) return;
      tasks.remove(e.task());
      if (tasks.isEmpty()) bySession.remove(e.session());
    }
  }

  private void remove(SessionId session, String task) {
    var sessions = byTask.get(task);
    if (sessions == null) return;
    sessions.remove(session);
    if (sessions.isEmpty()) byTask.remove(task);
  }

  private void happened(TaskEffect.Happened e) {
    var sessions = byTask.get(e.event().taskId());
    if (sessions == null) return;
    var frame = Messages.frame(e.event(), clock);
    for (var session : sessions) {
      if (!gate.holds(session) || gate.passes(session, e.event(), List.of(), null)) {
        outlets.send(session, frame);
      }
    }
  }

  private void forget(SessionId session) {
    var tasks = bySession.remove(session);
    if (tasks != null) tasks.forEach(task -> remove(session, task));
  }
}
