package dev.reveille.cli;

import dev.reveille.client.ReveilleClient;
import dev.reveille.protocol.Priority;
import dev.reveille.protocol.TaskAnswers;
import dev.reveille.protocol.TaskArtifact;
import dev.reveille.protocol.TaskDraft;
import dev.reveille.protocol.TaskMessages;
import dev.reveille.protocol.TaskMove;
import dev.reveille.protocol.TaskPart;
import dev.reveille.protocol.TaskState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of the demo: one agent gives them, two take them. Each task is taken two steps after it
 * was made and ends five steps after it; every third one has a question in between, and every fifth
 * one waits for the one before it.
 */
final class SwarmTasks {
  private static final List<String> TITLES =
      List.of(
          "Find out why the build is red",
          "Review the change to the parser",
          "Describe the new retries in the manual",
          "Measure the nightly run again",
          "Delete exports that are older than 90 days",
          "Name the error codes of the importer",
          "Switch off the old staging server");

  private static final List<String> LABELS = List.of("ci", "docs", "importer");
  private static final Duration STEP = Duration.ofSeconds(6);

  private final ReveilleClient giver;
  private final List<ReveilleClient> takers;
  private final List<String> tasks = new ArrayList<>();

  SwarmTasks(ReveilleClient giver, List<ReveilleClient> takers) {
    this.giver = giver;
    this.takers = takers;
  }

  /** Gives and takes tasks until the connection ends. */
  void play() {
    for (int i = 0; ; i++) {
      create(i);
      claim(i - 2, false);
      claim(i - 6, true);
      if (asks(i - 3)) {
        say(i - 3, TaskMove.UPDATE, TaskState.INPUT_REQUIRED, "Shall I begin with the *oldest*?");
      }
      if (asks(i - 4)) {
        var answer = TaskMessages.Move.of(TaskMove.UPDATE, task(i - 4)).to(TaskState.WORKING);
        ask(giver, answer.saying(TaskPart.ofText("Yes, the oldest first."), List.of()));
      }
      end(i - 5, false);
      end(i - 8, true);
      for (var taker : takers) Swarm.pause(taker, Duration.ofMillis(1));
      Swarm.pause(giver, STEP);
    }
  }

  /** True for tasks that wait for the one before them. */
  private static boolean waits(int which) {
    return which % 5 == 4;
  }

  private static boolean asks(int which) {
    return which >= 0 && which % 3 == 0 && !waits(which);
  }

  private void claim(int which, boolean later) {
    if (which < 0 || waits(which) != later) return;
    move(which, TaskMessages.Move.of(TaskMove.CLAIM, task(which)));
  }

  private String task(int which) {
    return tasks.get(which);
  }

  private void create(int which) {
    var urgency = which % 4 == 1 ? Priority.HIGH : Priority.NORMAL;
    var label = LABELS.get(which % LABELS.size());
    var taker = takers.get(which % takers.size());
    var draft =
        TaskDraft.of(taker.agentId(), TITLES.get(which % TITLES.size()))
            .withInput(TaskPart.ofText("Tell me **what you found** and what it costs."))
            .withTerms(urgency, List.of(label), null);
    if (waits(which)) draft = draft.withRelations(List.of(task(which - 1)), null);
    var made = giver.request(new TaskMessages.Create(draft, null), TaskAnswers.Answer.class);
    tasks.add(made.task().taskId());
  }

  private void end(int which, boolean later) {
    if (which < 0 || waits(which) != later) return;
    if (which % 6 == 5) {
      say(which, TaskMove.FAIL, null, "Three tests fail. The branch is kept.");
      return;
    }
    var result =
        new TaskArtifact("report", null, TaskPart.ofText("It is done:\n\n- 14 found\n- 14 mended"));
    move(
        which,
        TaskMessages.Move.of(TaskMove.COMPLETE, task(which))
            .saying(TaskPart.ofText("Done."), List.of(result)));
  }

  private void say(int which, TaskMove move, @Nullable TaskState next, String text) {
    var made = TaskMessages.Move.of(move, task(which));
    if (next != null) made = made.to(next);
    move(which, made.saying(TaskPart.ofText(text), List.of()));
  }

  /** Makes a move of the agent that the task is for. */
  private void move(int which, TaskMessages.Move move) {
    ask(takers.get(which % takers.size()), move);
  }

  private static void ask(ReveilleClient agent, TaskMessages.Move move) {
    var _ = agent.request(move, TaskAnswers.Answer.class);
  }
}
