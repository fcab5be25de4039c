package dev.reveille.server.retraction;

import dev.reveille.server.delivery.Gate;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.delivery.Outlets;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.EffectPart;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.SessionId;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Tells the connected readers of a stream that a message was taken back. */
record RetractionNews(Presence presence, Outlets outlets, Gate gate, Clock clock) {
  EffectPart<RetractionEffect> effect() {
    return new EffectPart<>(RetractionEffect.class, this::tell);
  }

  private void tell(RetractionEffect e) {
    var frame = Messages.frame(e.news(), clock);
    for (var session : readers(e)) {
      if (!gate.holds(session) || gate.passes(session, e.news(), List.of(), null)) {
        outlets.send(session, frame);
      }
    }
  }

  private Set<SessionId> readers(RetractionEffect e) {
    var sessions = new LinkedHashSet<SessionId>();
    var to = e.news().to();
    if (to.startsWith("#")) {
      for (var member : presence.roster(to)) sessions.add(member.session());
    } else {
      presence.agent(to).ifPresent(agent -> sessions.add(agent.session()));
      presence.agent(e.news().from()).ifPresent(agent -> sessions.add(agent.session()));
    }
    sessions.remove(e.asker());
    return sessions;
  }
}
