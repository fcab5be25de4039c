package dev.reveille.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers as processes: started, measured, ended, restarted. */
class ProcessesTest {
  private final Options options =
      Options.parse("--warmup=0", "--seconds=1", "--rounds=1", "--messages=500");

  @TempDir Path folder;

  @Test
  void a_restart_is_timed_and_what_was_accepted_is_found_again() {
    try (var servers = servers()) {
      var result = new Restarting(Scenario.RESTART, new Rooms(3, 2, 2)).measure(servers, options);
      assertThat(result.more().get("stored messages")).isGreaterThanOrEqualTo(500);
      assertThat(result.more()).containsKeys("after SIGTERM s", "after kill -9 s", "stop s");
      assertThat(result.wallSeconds()).isPositive();
    }
  }

  @Test
  void a_server_that_forgets_is_noticed_after_the_restart() {
    try (var servers = servers("--forgetful")) {
      var restarting = new Restarting(Scenario.RESTART, new Rooms(3, 2, 2));
      assertThatThrownBy(() -> restarting.measure(servers, options))
          .isInstanceOf(BenchException.class)
          .hasMessageContaining("no channel");
    }
  }

  @Test
  void the_heap_of_idle_connections_is_asked_from_the_servers_jvm() {
    try (var servers = servers();
        var server = servers.reveille(servers.newDataDir())) {
      var result = new Idle(Scenario.IDLE_1000, 200).measure(server.target(), options);
      assertThat(result.heapBytes()).isPositive();
      assertThat(result.more().get("heap bytes per connection")).isBetween(500.0, 50_000.0);
    }
  }

  @Test
  void starts_are_timed_from_the_process_to_its_health() {
    try (var servers = servers()) {
      var result = new Starting(Scenario.START, 1).measure(servers);
      assertThat(result.wallSeconds()).isBetween(0.05, 60.0);
    }
  }

  @Test
  void short_commands_are_timed_in_turn_with_an_empty_jvm() {
    try (var servers = servers()) {
      var figures = new ShortCommands(Scenario.COMMANDS, 2).measure(servers).more();
      assertThat(figures.get("java -version CPU ms")).isPositive();
      for (var name : List.of("send", "history", "channels", "mcp, first answer")) {
        assertThat(figures.get(name + " wall ms")).isBetween(5.0, 60_000.0);
        assertThat(figures.get(name + " CPU ms")).isPositive();
        assertThat(figures.get(name + " CPU / java -version")).isPositive();
      }
    }
  }

  @Test
  void nothing_is_left_of_servers_that_nobody_closed() throws Exception {
    ProcessHandle process;
    try (var servers = servers()) {
      var target = servers.reveille(servers.newDataDir()).target();
      process = ProcessHandle.of(target.meter().pid()).orElseThrow();
      assertThat(process.isAlive()).isTrue();
    }
    assertThat(process.isAlive()).isFalse();
    try (var left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void a_server_that_ends_at_once_is_reported_with_its_last_words() {
    try (var servers = new Servers(List.of("sh", "-c", "echo no licence; exit 3"), folder)) {
      assertThatThrownBy(() -> servers.reveille(servers.newDataDir()))
          .isInstanceOf(BenchException.class)
          .hasMessageContaining("no licence");
    }
  }

  private Servers servers(String... extra) {
    var command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                System.getProperty("java.class.path"),
                FakeChatServer.class.getName()));
    command.addAll(List.of(extra));
    return new Servers(command, folder);
  }
}
