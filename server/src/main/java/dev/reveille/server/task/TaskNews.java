package dev.reveille.server.task;

import dev.reveille.protocol.Names;
import dev.reveille.protocol.TaskAnswers;
import dev.reveille.server.delivery.ActedEffect;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.mail.MailboxCommand;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells agents what happened to a task. The log is the truth; these are hints that wait. */
final class TaskNews {
  /** The most characters of a title in the words of the server. */
  private static final int MOST_TITLE = 80;

  /** The most characters of what was said. */
  private static final int MOST_TEXT = 1_000;

  /** The number of characters of a task's id that the ids of its entries have. */
  private static final int ID_PART = 10;

  private TaskNews() {}

  /**
   * Returns the effects that tell of a row of the log: live to those who watch, and as an entry in
   * the mailbox of each agent that it concerns, except the one that did it.
   *
   * @param owner the owner before and after it, whichever there is
   * @param wasBlocked true if the task waited for others before it
   * @param text the beginning of what the actor said
   */
  static List<Effect> of(
      LiveTask task,
      TaskHappening happening,
      StoredTaskLog row,
      @Nullable String owner,
      boolean wasBlocked,
      @Nullable String text) {
    var event = event(task, row, text);
    var effects = new ArrayList<Effect>();
    effects.add(new TaskEffect.Happened(event));
    if (row.actor().startsWith("@")) effects.add(new ActedEffect(row.actor()));
    effects.add(
        new TaskEffect.Hints(
            row.task(), row.seq(), hints(task, happening, row, owner, wasBlocked, event)));
    return effects;
  }

  /** Returns the entries about a row. The same row always gives an entry of the same id. */
  static List<TaskEffect.Hint> hints(
      LiveTask task,
      TaskHappening happening,
      StoredTaskLog row,
      @Nullable String owner,
      boolean wasBlocked,
      TaskAnswers.Event event) {
    var hints = new ArrayList<TaskEffect.Hint>(2);
    @Nullable String words = null;
    @Nullable String fields = null;
    for (var agent : concerned(task, happening, owner, wasBlocked)) {
      if (agent.equals(row.actor())) continue;
      if (words == null) words = words(task, happening, row);
      if (fields == null) fields = event.json();
      hints.add(
          new TaskEffect.Hint(
              agent,
              new MailboxCommand.Place(
                  entryId(row, agent), TaskAnswers.EVENT_TYPE, row.actor(), words, fields)));
    }
    return hints;
  }

  /**
   * Returns the id of the entry that tells an agent of a row. It begins with the row's time, as the
   * ids of messages do, so that a new one need not be looked for in the store. Nobody can guess an
   * id of a task, so nobody can make two of them the same.
   */
  private static String entryId(StoredTaskLog row, String agent) {
    int end = row.task().length();
    return row.at()
        + "-"
        + row.task().substring(Math.max(0, end - ID_PART))
        + Long.toString(row.seq(), Character.MAX_RADIX)
        + "-"
        + agent.substring(1);
  }

  /** Returns the beginning of a text, for those who are told. */
  static String beginning(String words) {
    if (words.length() <= MOST_TEXT) return words;
    int end = Character.isHighSurrogate(words.charAt(MOST_TEXT - 1)) ? MOST_TEXT - 1 : MOST_TEXT;
    return words.substring(0, end) + "…";
  }

  static TaskAnswers.Event event(LiveTask task, StoredTaskLog row, @Nullable String text) {
    return new TaskAnswers.Event(
        row.task(),
        row.seq(),
        row.event(),
        row.previous(),
        row.state(),
        row.actor(),
        row.actorName(),
        task.progress().owner(),
        task.facts().title(),
        task.facts().priority(),
        text,
        task.progress().expiresAt(),
        task.progress().cleanupUntil());
  }

  private static Set<String> concerned(
      LiveTask task, TaskHappening happening, @Nullable String owner, boolean wasBlocked) {
    var agents = new LinkedHashSet<String>();
    agents.add(task.facts().originator());
    if (owner != null) agents.add(owner);
    else if (task.facts().assignee() != null) agents.add(task.facts().assignee());
    boolean isOffer = !task.isBlocked() && (wasBlocked || happening.isOffer());
    if (isOffer) agents.addAll(task.offeredTo());
    return agents;
  }

  /**
   * Returns the words for a client that does not know tasks. The title is an agent's text in a
   * message of the server, so it is short, on one line and in quotes.
   */
  static String words(LiveTask task, TaskHappening happening, StoredTaskLog row) {
    var actor = row.actor().equals(Names.SERVER) ? "the server" : row.actorName();
    return "Task \""
        + brief(task.facts().title())
        + "\" ("
        + task.id()
        + "): "
        + happening.said(actor, brief(task.facts().target()))
        + ".";
  }

  private static String brief(String title) {
    var line = new StringBuilder();
    title
        .codePoints()
        .limit(MOST_TITLE)
        .map(c -> Character.isISOControl(c) || c == '"' || c == 0x2028 || c == 0x2029 ? ' ' : c)
        .forEach(line::appendCodePoint);
    return title.codePointCount(0, title.length()) > MOST_TITLE
        ? line.append('…').toString()
        : line.toString();
  }
}
