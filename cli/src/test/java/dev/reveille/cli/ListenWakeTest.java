package dev.reveille.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.Json;
import dev.reveille.protocol.PresenceStatus;
import dev.reveille.protocol.WakeMessages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A listener hands a wake over and tells the server that a turn began with it. */
@Timeout(60)
class ListenWakeTest extends CommandFixture {
  private static final WakeMessages.Wake WAKE =
      new WakeMessages.Wake(
          "0a1b2c3d4e5f", "[wake 0a1b2c3d4e5f] 1 task waiting on you.", List.of("TASK_WAITING"));

  private String ada = "";

  ListenWakeTest(@TempDir Path home) throws IOException {
    super(home);
  }

  @BeforeEach
  void has_an_identity() {
    var run = quick();
    assertThat(run.exit("identity", "new", "ada")).isZero();
    ada = run.out().substring(0, run.out().indexOf(' '));
  }

  private Run quick() {
    return reveille().env("AGENTCHAT_SETTLE_MS", "0").env("AGENTCHAT_JITTER_PERCENT", "0");
  }

  /** Runs the command, and wakes its agent once it listens. */
  private int woken(Run run, String... line) throws Exception {
    var exit =
        CompletableFuture.supplyAsync(() -> run.exit(line), task -> Thread.ofVirtual().start(task));
    while (!isListening()) {
      assertThat(exit).as(run.err()).isNotDone();
      TimeUnit.MILLISECONDS.sleep(5);
    }
    server.wake(ada, WAKE);
    return exit.get(30, TimeUnit.SECONDS);
  }

  private boolean isListening() {
    return server.requests().stream()
        .anyMatch(
            request ->
                request instanceof ClientMessage.SetPresence set
                    && set.status() == PresenceStatus.LISTENING);
  }

  private List<String> started() {
    return server.requests().stream()
        .filter(WakeMessages.Started.class::isInstance)
        .map(request -> ((WakeMessages.Started) request).nonce())
        .toList();
  }

  @Test
  void a_wake_ends_a_listener_that_waits_once() throws Exception {
    var run = quick();
    assertThat(woken(run, "listen", "-i", "ada", "--once", "--wait", "30s")).isZero();
    assertThat(run.out()).contains("[wake 0a1b2c3d4e5f] 1 task waiting on you.");
    assertThat(started()).containsExactly("0a1b2c3d4e5f");
  }

  @Test
  void with_json_a_wake_is_the_line_that_the_server_sent() throws Exception {
    var run = quick();
    assertThat(woken(run, "listen", "-i", "ada", "--once", "--json", "--wait", "30s")).isZero();
    var json = Json.read(run.out()).orElseThrow();
    assertThat(json.path("type").asString("")).isEqualTo("WAKE");
    assertThat(json.path("nonce").asString("")).isEqualTo("0a1b2c3d4e5f");
    assertThat(json.path("reasons").toString()).isEqualTo("[\"TASK_WAITING\"]");
    assertThat(started()).containsExactly("0a1b2c3d4e5f");
  }

  @Test
  void a_program_gets_the_wake_and_its_start_is_the_start_of_the_turn() throws Exception {
    var file = home.resolve("batch");
    var run = quick();
    var line = new String[] {"listen", "-i", "ada", "--once", "--exec", "cat > '" + file + "'"};
    assertThat(woken(run, line)).isZero();
    assertThat(Json.read(Files.readString(file)).orElseThrow().path("line").asString(""))
        .isEqualTo("[wake 0a1b2c3d4e5f] 1 task waiting on you.");
    assertThat(started()).containsExactly("0a1b2c3d4e5f");
  }
}
