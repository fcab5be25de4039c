package dev.reveille.server.task;

import dev.reveille.protocol.TaskAnswers;
import dev.reveille.server.kernel.DirectoryEffect;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.SessionEffect;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.mail.MailboxCommand;
import java.util.List;

/** An effect of a task on those who are told of it. */
public sealed interface TaskEffect extends Effect {

  /** Starts or stops sending the events of a task to a session. {@link TaskWatchers} does it. */
  record SetWatch(SessionId session, String task, boolean on)
      implements TaskEffect, SessionEffect {}

  /** Sends an event to the sessions that watch its task. {@link TaskWatchers} does it. */
  record Happened(TaskAnswers.Event event) implements TaskEffect, SessionEffect {}

  /** An entry for the mailbox of an agent. */
  record Hint(String agent, MailboxCommand.Place entry) {}

  /**
   * Puts the hints about a row of the log into mailboxes. {@link HintDesk} does it. If it is lost,
   * the row of the log is found later.
   */
  record Hints(String task, long seq, List<Hint> hints) implements TaskEffect, DirectoryEffect {
    public Hints {
      hints = List.copyOf(hints);
    }
  }
}
