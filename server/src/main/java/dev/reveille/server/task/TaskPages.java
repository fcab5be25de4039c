package dev.reveille.server.task;

import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.Priority;
import dev.reveille.protocol.TaskState;
import dev.reveille.server.observe.FacetPage;
import dev.reveille.server.observe.FacetPage.Answer;
import dev.reveille.server.observe.FacetPage.Parameter;
import dev.reveille.server.observe.FacetPage.Question;
import dev.reveille.server.observe.Viewer;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The data of the task board behind the dashboard. Administrators see everything, all others only
 * how many tasks there are.
 */
final class TaskPages {
  private static final int USUAL_LIMIT = 50;
  private static final int MOST = 200;

  private static final Answer FORBIDDEN =
      new Answer.Forbidden("Only an administrator may see tasks; others see how many there are");

  private final TaskBoard board;

  private TaskPages(TaskBoard board) {
    this.board = board;
  }

  static List<FacetPage> of(TaskBoard board) {
    var pages = new TaskPages(board);
    return List.of(
        new FacetPage(
            "/tasks",
            "How many tasks are in each state; for administrators also the tasks, newest first.",
            List.of(
                new Parameter("state", "One state or several, separated by commas."),
                new Parameter(
                    "agent",
                    "Parts of names or ids, separated by commas: of originators, owners, assignees,"
                        + " and of those that may claim."),
                new Parameter("label", "A label."),
                new Parameter("priority", "low, normal or high."),
                new Parameter("before", "The field before of the last page."),
                new Parameter("limit", "The most tasks, up to " + MOST + ".")),
            pages::tasks),
        new FacetPage(
            "/tasks/{id}",
            "A task with its content and its log. Only for administrators.",
            List.of(new Parameter("after", "Only rows of the log with a greater seq.")),
            pages::task),
        new FacetPage(
            "/waits",
            "Who waits for whom, and what will not end by itself. Only for administrators.",
            List.of(),
            (_, viewer) -> viewer.seesPrivate() ? new Answer.Found(board.waits()) : FORBIDDEN));
  }

  private Answer tasks(Question question, Viewer viewer) {
    if (!viewer.seesPrivate()) {
      return new Answer.Found(new JsonText(224).raw("counts", board.counts()).text());
    }
    var states = EnumSet.noneOf(TaskState.class);
    for (var word : words(question.parameter("state"))) {
      var state = TaskState.of(word);
      if (state.isEmpty()) return new Answer.Malformed("There is no state " + word);
      states.add(state.get());
    }
    var urgency = question.parameter("priority");
    if (urgency.isPresent() && Priority.of(urgency.get()).isEmpty()) {
      return new Answer.Malformed("A priority is low, normal or high");
    }
    var filter =
        new TaskFilter(
            states,
            false,
            question.parameter("label").orElse(null),
            urgency.flatMap(Priority::of).orElse(null),
            board.match(words(question.parameter("agent"))));
    int limit = Math.clamp(number(question.parameter("limit").orElse(null), USUAL_LIMIT), 1, MOST);
    var before = TaskFilter.place(question.parameter("before").orElse(null));
    return before.isEmpty()
        ? new Answer.Malformed("before is the field before of the last page")
        : new Answer.Found(board.tasks(filter, before.getAsLong(), limit));
  }

  private Answer task(Question question, Viewer viewer) {
    if (!viewer.seesPrivate()) return FORBIDDEN;
    long after = number(question.parameter("after").orElse(null), 0);
    return board
        .task(question.part("id"), after)
        .<Answer>map(Answer.Found::new)
        .orElseGet(() -> new Answer.Unknown("There is no such task"));
  }

  private static List<String> words(Optional<String> list) {
    return list.map(text -> List.of(text.split(",", -1))).orElse(List.of());
  }

  private static long number(@Nullable String text, long otherwise) {
    if (text == null || !text.matches("[0-9]{1,15}")) return otherwise;
    return Long.parseLong(text);
  }
}
