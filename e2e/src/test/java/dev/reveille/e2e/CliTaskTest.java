package dev.reveille.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Tasks between the agents of two homes, from the command line. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CliTaskTest {
  private static final int OK = 0;
  private static final int FAILED = 1;
  private static final int REFUSED = 4;

  private final Path folder;
  private final ServerProcess server;
  private final Cli ada;
  private final Cli workers;

  CliTaskTest(@TempDir Path folder) throws IOException {
    this.folder = folder;
    server = ServerProcess.start(folder.resolve("data"), Map.of("TAKEOVER_WAIT_MS", "0"));
    ada = user("ada");
    workers = user("workers");
    ok(ada.run("identity", "new", "ada"));
    for (var name : new String[] {"bob", "cy"}) {
      ok(workers.run("identity", "new", name));
      ok(workers.run("skills", "register", "-i", name, "--capability", "review"));
    }
  }

  @AfterAll
  void stop() {
    server.close();
  }

  private Cli user(String name) throws IOException {
    Files.createDirectories(folder.resolve(name));
    return new Cli(folder.resolve(name)).with("REVEILLE_URL", server.uri().toString());
  }

  private static String ok(Cli.Run run) {
    assertThat(run.exit()).as(run.err()).isEqualTo(OK);
    return run.out().strip();
  }

  private static void ends(Cli.Run run, int exit, String words) {
    assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(exit);
    assertThat(run.err()).contains(words);
  }

  private Cli.Run bob(String... step) {
    return as("bob", step);
  }

  private Cli.Run cy(String... step) {
    return as("cy", step);
  }

  private Cli.Run as(String name, String... step) {
    var args = new String[step.length + 3];
    args[0] = "task";
    System.arraycopy(step, 0, args, 1, step.length);
    args[step.length + 1] = "-i";
    args[step.length + 2] = name;
    return workers.run(args);
  }

  @Test
  void a_task_goes_from_hand_to_hand_to_its_end_while_its_originator_watches() {
    var create = new String[] {"task", "new", "skill:review", "Review it", "--key", "r1"};
    var task = ok(ada.run(create));
    assertThat(ok(ada.run(create))).as("the same key").isEqualTo(task);
    try (var watching = ada.start("task", "watch", task)) {
      watching.awaitText("created");
      ok(bob("claim", task));
      ends(cy("claim", task), FAILED, "somebody else has it");
      ends(cy("done", task), REFUSED, "NOT_ALLOWED");
      ok(bob("give-back", task, "no time"));
      ok(cy("claim", task, "--json"));
      assertThat(ok(cy("list", "--open"))).contains(task, "WORKING");
      ok(cy("done", task, "all is well", "--result", "report=fine", "--key", "d1"));
      ok(cy("done", task, "all is well", "--result", "report=fine", "--key", "d1"));
      ends(cy("done", task), FAILED, "its state does not allow that");
      assertThat(ok(watching.await()))
          .contains("claimed", "given_back", "no time", "completed", "report");
    }
    assertThat(ok(ada.run("task", "show", task)).lines().filter(line -> line.contains(" → ")))
        .as("the repeat is no row")
        .hasSize(5);
  }

  @Test
  void a_watch_of_a_task_that_is_canceled_ends_with_failure() {
    var task = ok(ada.run("task", "new", "@bob", "Never mind"));
    try (var watching = workers.start("task", "watch", task, "-i", "bob", "--json")) {
      watching.awaitText("created");
      ok(ada.run("task", "cancel", task, "changed my mind"));
      var seen = watching.await();
      assertThat(seen.exit()).as(seen.err()).isEqualTo(FAILED);
      assertThat(seen.out()).contains("canceled", "changed my mind");
    }
    ends(bob("claim", task), FAILED, "its state does not allow that");
  }
}
