package dev.reveille.server.task;

import dev.reveille.protocol.TaskAnswers;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.SessionEffect;
import dev.reveille.server.kernel.SessionId;

/** An effect on the sessions that watch a task. {@link TaskWatchers} carries it out. */
public sealed interface TaskEffect extends Effect {

  /** Starts or stops sending the events of a task to a session. */
  record SetWatch(SessionId session, String task, boolean on)
      implements TaskEffect, SessionEffect {}

  /** Sends an event to the sessions that watch its task. */
  record Happened(TaskAnswers.Event event) implements TaskEffect, SessionEffect {}
}
