package dev.reveille.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Seats on the command line, against the real server with the scripted harness. */
@Timeout(120)
class SeatCommandsTest {
  private final Path home;
  private final Path data;
  private final ServerLauncher.Running server;

  SeatCommandsTest(@TempDir Path home) {
    this.home = home;
    this.data = home.resolve("data");
    var env = new HashMap<String, String>();
    env.put("PORT", "0");
    env.put("DATA_DIR", data.toString());
    env.put("LOG_LEVEL", "warn");
    env.put("SEATS_SCRIPTED", "true");
    server = new EmbeddedServer().start(Optional.empty(), Map.of(), env);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Run operator() {
    return new Run(home, server.webSocketUri().toString()).env("DATA_DIR", data.toString());
  }

  private String run(String... line) {
    var run = operator();
    assertThat(run.exit(line)).as(run.err()).isZero();
    return run.out();
  }

  private String fails(String... line) {
    var run = operator();
    assertThat(run.exit(line)).isNotZero();
    return run.err();
  }

  @Test
  void a_seat_is_defined_shown_started_benched_and_removed() {
    run("identity", "new", "ada");
    run("send", "#general", "hello", "--identity", "ada");
    assertThat(run("seat", "add", "ada", "--harness", "scripted", "--", "run", "--fast"))
        .contains("The seat of ada is defined.");
    assertThat(run("seat", "list")).contains("ada").contains("scripted").contains("never-started");
    assertThat(run("seat", "resume", "ada")).contains("is taken back");
    assertThat(run("seat", "show", "ada")).contains("[\"run\",\"--fast\"]").contains("START_BEGUN");
    assertThat(run("seat", "bench", "ada")).contains("is benched");
    assertThat(run("memory", "show", "ada")).contains("ses_").contains("first");
    assertThat(run("memory", "own", "--identity", "ada")).contains("ses_");
    assertThat(run("seat", "list", "--json")).contains("\"state\":\"benched\"");
    assertThat(run("seat", "remove", "ada")).contains("is removed");
    assertThat(fails("seat", "show", "ada")).contains("has no seat");
  }

  @Test
  void routes_are_set_by_the_agent_and_webhooks_by_an_administrator() {
    run("identity", "new", "ada");
    run("send", "#general", "hello", "--identity", "ada");
    run("seat", "add", "ada", "--harness", "scripted");
    assertThat(run("route", "set", "--on", "mention", "--policy", "silent", "--identity", "ada"))
        .contains("mention")
        .contains("silent")
        .contains("timer");
    assertThat(
            run("seat", "route", "ada", "--on", "message", "--webhook", "https://example.org/wake"))
        .contains("https://example.org/wake")
        .contains("secret ");
    assertThat(run("route", "list", "--identity", "ada"))
        .contains("https://example.org/wake")
        .doesNotContain("secret");
    assertThat(fails("route", "remove", "7", "--identity", "ada")).contains("people remove it");
    assertThat(run("seat", "unroute", "ada", "7")).doesNotContain("example.org");
    assertThat(run("route", "remove", "1", "--identity", "ada")).contains("mention");
    assertThat(run("seat", "routes", "ada", "--json")).contains("\"trigger\":\"timer\"");
    assertThat(fails("route", "set", "--on", "Message", "--identity", "ada"))
        .contains("message, mention, task, permission, pulse, timer");
    assertThat(fails("seat", "route", "ada", "--on", "message", "--webhook", "ftp://x"))
        .contains("http://");
    assertThat(fails("route", "list", "--ephemeral")).contains("A guest has no seat");
  }

  @Test
  void what_is_wrong_is_said() {
    run("identity", "new", "ada");
    run("send", "#general", "hello", "--identity", "ada");
    assertThat(fails("seat", "add", "eve", "--harness", "scripted")).contains("No agent eve");
    assertThat(fails("seat", "add", "ada", "--harness", "tmux")).contains("It has: scripted");
    assertThat(fails("seat", "add", "ada", "--harness", "scripted", "--quiet", "soon"))
        .contains("22:00-07:00");
    assertThat(fails("seat", "add", "ada", "--harness", "scripted", "--env", "x"))
        .contains("NAME=VALUE");
    assertThat(fails("seat", "add", "ada")).contains("--harness");
    assertThat(fails("seat", "bench", "a b")).contains("is no name of an agent");
    assertThat(fails("memory", "own", "--ephemeral")).contains("A guest remembers nothing");
  }

  @Test
  void a_session_that_does_not_hold_the_seat_cannot_connect() {
    run("identity", "new", "ada");
    run("send", "#general", "hello", "--identity", "ada");
    run("seat", "add", "ada", "--harness", "scripted");
    var stale = operator().env("REVEILLE_SESSION", "ses_old");
    assertThat(stale.exit("listen", "--identity", "ada", "--timeout", "5s")).isNotZero();
    assertThat(stale.err()).contains("does not hold this agent's seat");
  }
}
