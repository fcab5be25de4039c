package dev.reveille.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.Json;
import dev.reveille.protocol.Priority;
import dev.reveille.protocol.RetractionMessages;
import dev.reveille.protocol.TaskExpiry;
import dev.reveille.protocol.TaskMessages;
import dev.reveille.protocol.TaskPart;
import dev.reveille.protocol.TaskState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands task and retract. */
@Timeout(30)
class TaskCommandsTest extends CommandFixture {
  TaskCommandsTest(@TempDir Path home) throws IOException {
    super(home);
  }

  private String make() {
    var run = reveille();
    assertThat(run.exit("task", "new", "@bob", "Fix the build")).isZero();
    return run.out().strip();
  }

  private <M extends ClientMessage> M last(Class<M> type) {
    return server.requests().stream()
        .filter(type::isInstance)
        .map(type::cast)
        .reduce((_, later) -> later)
        .orElseThrow();
  }

  @Test
  void a_new_task_has_what_the_options_say_and_its_id_is_printed_alone() {
    var blocker = make();
    var run = reveille();
    assertThat(
            run.exit(
                "task",
                "new",
                "#general",
                "Fix",
                "it",
                "--text",
                "soon",
                "--link",
                "https://x/y",
                "--priority",
                "high",
                "--label",
                "ci",
                "--label",
                "red",
                "--expires",
                "2h",
                "--blocked-by",
                blocker,
                "--parent",
                blocker,
                "--key",
                "k1"))
        .isZero();
    assertThat(run.out()).matches("task_[a-z]{26}\n");
    var made = last(TaskMessages.Create.class);
    assertThat(made.clientMsgId()).isEqualTo("k1");
    var draft = made.draft();
    assertThat(draft.title()).isEqualTo("Fix it");
    assertThat(draft.to()).isEqualTo("#general");
    assertThat(draft.input())
        .containsExactly(new TaskPart.Text("soon"), new TaskPart.File("https://x/y", null, null));
    assertThat(draft.priority()).isEqualTo(Priority.HIGH);
    assertThat(draft.labels()).containsExactly("ci", "red");
    assertThat(draft.expiry()).isEqualTo(TaskExpiry.after(7_200));
    assertThat(draft.blockedBy()).containsExactly(blocker);
    assertThat(draft.parent()).isEqualTo(blocker);
  }

  @Test
  void a_task_is_claimed_updated_and_done_and_a_lost_race_is_exit_code_1() {
    var task = make();
    var claim = reveille();
    assertThat(claim.exit("task", "claim", task)).isZero();
    assertThat(claim.out()).startsWith("claimed " + task + ", WORKING, owner @");
    var late = reveille();
    assertThat(late.exit("task", "claim", task)).isEqualTo(1);
    assertThat(late.err()).contains("somebody else has it").contains("owner @");
    assertThat(late.out()).isEmpty();
    var json = reveille();
    assertThat(json.exit("task", "claim", task, "--json")).isEqualTo(1);
    assertThat(Json.read(json.out()).orElseThrow().path("reason").asString("")).isEqualTo("taken");
    assertThat(
            reveille().exit("task", "update", task, "--state", "input-required", "which", "one?"))
        .isZero();
    var asked = last(TaskMessages.Move.class);
    assertThat(asked.state()).isEqualTo(TaskState.INPUT_REQUIRED);
    assertThat(asked.message()).isEqualTo(TaskPart.ofText("which one?"));
    var guarded = reveille();
    assertThat(guarded.exit("task", "done", task, "--expect", "working")).isEqualTo(1);
    assertThat(guarded.err()).contains("INPUT_REQUIRED");
    assertThat(
            reveille()
                .exit(
                    "task",
                    "done",
                    task,
                    "a typo",
                    "--result",
                    "report=one = line",
                    "--data",
                    "n={\"a\":1}",
                    "--link",
                    "log=https://x/y"))
        .isZero();
    var done = last(TaskMessages.Move.class);
    assertThat(done.artifacts().stream().map(a -> a.name() + a.parts()))
        .containsExactly(
            "report" + TaskPart.ofText("one = line"),
            "n" + List.of(new TaskPart.Data("{\"a\":1}")),
            "log" + List.of(new TaskPart.File("https://x/y", null, null)));
    var shown = reveille();
    assertThat(shown.exit("task", "show", task)).isZero();
    assertThat(shown.out()).contains("Fix the build").contains("COMPLETED").contains("one = line");
    var watched = reveille();
    assertThat(watched.exit("task", "watch", task)).as("it has ended").isZero();
    assertThat(watched.out().lines()).hasSizeGreaterThan(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"fail", "reject", "give-back", "cancel"})
  void an_owner_or_originator_ends_it_in_other_ways(String how) {
    var task = make();
    var run = reveille();
    assertThat(run.exit("task", how, task, "no", "time")).isZero();
    var move = last(TaskMessages.Move.class);
    assertThat(move.type()).isEqualTo("TASK_" + how.toUpperCase(Locale.ROOT).replace('-', '_'));
    assertThat(move.message()).isEqualTo(TaskPart.ofText("no time"));
    assertThat(move.clientMsgId()).as("a repeat is recognised").isNotNull();
  }

  @Test
  void time_is_added_and_lists_are_filtered() {
    var task = make();
    assertThat(reveille().exit("task", "extend", task, "--to", "1h")).isZero();
    assertThat(last(TaskMessages.Move.class).expiry()).isEqualTo(TaskExpiry.after(3_600));
    var list = reveille();
    assertThat(
            list.exit(
                "task", "list", "--open", "--as", "owner", "--state", "working", "--label", "ci",
                "--limit", "7"))
        .isZero();
    assertThat(list.out()).contains("TASK").contains(task).contains("(high) Fix the build");
    assertThat(list.err()).contains("--before p9");
    assertThat(last(TaskMessages.Tasks.class))
        .isEqualTo(
            new TaskMessages.Tasks(
                TaskMessages.Part.OWNER, List.of(TaskState.WORKING), true, "ci", null, 7, null));
  }

  @Test
  void a_watch_that_is_not_over_in_time_is_exit_code_5() {
    var run = reveille();
    assertThat(run.exit("task", "watch", make(), "--for", "100ms", "--json")).isEqualTo(5);
    assertThat(Json.read(run.out().lines().findFirst().orElseThrow())).isPresent();
    assertThat(server.arrivals().getLast()).matches(ClientMessage.Identify::side);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "task claim m1",
        "task new bob!",
        "task new @bob",
        "task new @bob x --expires 0",
        "task update task_abcdefghijklmnopqrstuvwxyz --state done",
        "task list --as boss",
        "task list --limit 0",
        "task list --state nowhere",
        "task done task_abcdefghijklmnopqrstuvwxyz --result nameless",
        "task done task_abcdefghijklmnopqrstuvwxyz --data n={",
        "task extend task_abcdefghijklmnopqrstuvwxyz",
        "task new @bob x --ephemeral",
        "task",
        "retract"
      })
  void a_wrong_line_is_answered_with_a_sentence_and_nothing_is_changed(String line) {
    var run = reveille();
    assertThat(run.exit(line.split(" ", -1))).isEqualTo(2);
    assertThat(run.err()).isNotBlank().doesNotContain("Exception").doesNotContain("dev.reveille");
    assertThat(server.arrivals()).as("it did not even connect").isEmpty();
  }

  @Test
  void an_unknown_task_is_refused() {
    var run = reveille();
    assertThat(run.exit("task", "show", "task_zzzzzzzzzzzzzzzzzzzzzzzzzz")).isEqualTo(4);
    assertThat(run.err()).contains("No task").contains("reveille task list");
  }

  @Test
  void a_message_is_taken_back() {
    var run = reveille();
    assertThat(run.exit("retract", "m7")).isZero();
    assertThat(run.out()).isEqualTo("retracted #general 7\n");
    assertThat(last(RetractionMessages.Retract.class).msgId()).isEqualTo("m7");
    var json = reveille();
    assertThat(json.exit("retract", "m7", "--json")).isZero();
    assertThat(Json.read(json.out()).orElseThrow().path("seq").asInt(0)).isEqualTo(7);
  }

  @Test
  void a_change_has_the_key_that_is_given_or_one_of_its_own() {
    var task = make();
    assertThat(reveille().exit("task", "claim", task, "--key", "k1")).isZero();
    assertThat(last(TaskMessages.Move.class).clientMsgId()).isEqualTo("k1");
    assertThat(reveille().exit("task", "done", task)).isZero();
    assertThat(last(TaskMessages.Move.class).clientMsgId()).hasSizeGreaterThan(20);
  }
}
