package dev.reveille.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.e2e.StandInModel.Call;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Real coding agents of different makes talk to each other. Their models are stand-ins on this
 * machine. Runs with {@code ./reveille test --harness} only, because it installs the programs.
 */
class HarnessTest {
  private static final Pattern TASK = Pattern.compile("task_[a-z0-9]{20,}");

  private final Path folder;

  HarnessTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @BeforeEach
  void onlyWhenAskedFor() {
    CodingAgent.onlyWhenAskedFor();
  }

  @ParameterizedTest
  @CsvSource({"CLAUDE, CODEX", "GEMINI, OPENCODE", "CODEX, CLAUDE", "OPENCODE, GEMINI"})
  void two_of_different_make_talk_through_a_channel_and_hand_over_a_task(
      CodingAgent asking, CodingAgent answering) throws IOException {
    var ada = folder.resolve("ada");
    var bob = folder.resolve("bob");
    try (var server = ServerProcess.start(folder.resolve("data"), Map.of())) {
      asking.join(ada, server, "ada");
      answering.join(bob, server, "bob");
      answering.play(bob, Call.of("join"));
      asking.play(
          ada, Call.of("join"), Call.of("send", "to", "#general", "text", "@bob is main green?"));
      var heard =
          answering.play(
              bob,
              Call.of("listen", "wait_s", 10, "settle_ms", 0),
              Call.of("send", "to", "#general", "text", "@ada it is"));
      assertThat(heard.getFirst()).contains("is main green?").contains("ada").contains("cursor");
      var answer = asking.play(ada, Call.of("listen", "wait_s", 10, "settle_ms", 0));
      assertThat(answer.getFirst()).contains("it is").contains("bob");
      handOver(asking, ada, answering, bob);
    }
  }

  /** Ada gives bob a task; he finds it in his inbox, takes it and ends it with a result. */
  private static void handOver(CodingAgent giving, Path ada, CodingAgent taking, Path bob)
      throws IOException {
    var given =
        giving.play(
            ada,
            Call.of("task", "action", "create", "to", "@bob", "title", "Review the parser"),
            Call.of("listen", "wait_s", 0));
    var id = TASK.matcher(given.getFirst());
    assertThat(id.find()).as(given.getFirst()).isTrue();
    var taken =
        taking.play(
            bob,
            Call.of("listen", "wait_s", 10, "settle_ms", 0),
            Call.of("task", "action", "claim", "id", id.group()),
            Call.of("task", "action", "complete", "id", id.group(), "result", "no finding"));
    assertThat(taken.getFirst()).contains("Review the parser").contains(id.group());
    assertThat(taken.get(1)).contains("WORKING");
    assertThat(taken.get(2)).contains("COMPLETED");
    var ended =
        giving.play(
            ada,
            Call.of("listen", "wait_s", 10, "settle_ms", 0),
            Call.of("task", "action", "get", "id", id.group()));
    assertThat(ended.getFirst()).contains("COMPLETED").contains("bob");
    assertThat(ended.get(1)).contains("no finding");
  }
}
