package dev.reveille.protocol;

import java.util.List;

/** The tasks that the samples show. */
final class TaskSamples {
  static final String TASK = "task_0123456789abcdefghjkmnpqrs";
  static final String OTHER_TASK = "task_srqpnmkjhgfedcba9876543210";
  static final List<TaskPart> PARTS =
      List.of(
          new TaskPart.Text("look at \"this\""),
          new TaskPart.Data("{\"a\":[1,null]}"),
          new TaskPart.File("https://x.example/a.txt", "text/plain", "a.txt"));
  static final List<TaskArtifact> ARTIFACTS =
      List.of(
          new TaskArtifact("report", "what was found", PARTS),
          new TaskArtifact("log", null, TaskPart.ofText("ok")));

  static final TaskView VIEW =
      new TaskView(
          TASK,
          TaskState.WORKING,
          "Fix the build",
          "@ada",
          "#general",
          "@bob",
          Priority.HIGH,
          List.of("ci"),
          7,
          9,
          98L,
          99L,
          null,
          2,
          List.of(OTHER_TASK),
          OTHER_TASK,
          null);
  static final TaskView NEW_TASK =
      new TaskView(
          TASK,
          TaskState.SUBMITTED,
          "Review",
          "@ada",
          "@bob",
          null,
          Priority.NORMAL,
          List.of(),
          7,
          7,
          null,
          null,
          97L,
          1,
          List.of(),
          null,
          null);
  static final TaskView WHOLE_TASK =
      VIEW.with(
          new TaskContent(
              PARTS,
              "{\"shape\":\"pr\"}",
              null,
              "{\"session\":\"s1\"}",
              List.of(
                  new TaskLogEntry(
                      1,
                      7,
                      "created",
                      null,
                      TaskState.SUBMITTED,
                      "@ada",
                      "ada",
                      List.of(),
                      List.of(),
                      null),
                  new TaskLogEntry(
                      2,
                      9,
                      "updated",
                      TaskState.WORKING,
                      TaskState.WORKING,
                      "@bob",
                      "bob",
                      PARTS,
                      ARTIFACTS,
                      "{\"expires_at\":9}")),
              true));

  private TaskSamples() {}
}
