package dev.reveille.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.BindException;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(20)
class UpTest {
  private final Path home;
  private final Map<String, String> given = new HashMap<>();
  private int closed;

  UpTest(@TempDir Path home) {
    this.home = home;
  }

  private Run reveille(String url, @Nullable RuntimeException failure) {
    return new Run(home, "ws://127.0.0.1:1")
        .server(
            (_, flags, _) -> {
              given.putAll(flags);
              if (failure != null) throw failure;
              return new ServerLauncher.Running() {
                @Override
                public URI webSocketUri() {
                  return URI.create(url);
                }

                @Override
                public URI dashboardUri() {
                  return URI.create("http://127.0.0.1:8667/");
                }

                @Override
                public Path dataFolder() {
                  return home.resolve("data");
                }

                @Override
                public List<String> warnings() {
                  return List.of("look here");
                }

                @Override
                public void awaitStop() {}

                @Override
                public void close() {
                  closed++;
                }
              };
            });
  }

  @Test
  void prints_where_everything_is_and_the_first_commands() {
    var run = reveille("ws://127.0.0.1:6667", null);
    assertThat(run.exit("up")).isZero();
    assertThat(run.out())
        .contains("ws://127.0.0.1:6667")
        .contains(home.resolve("data").toString())
        .contains(Long.toString(ProcessHandle.current().pid()))
        .contains("./reveille send '#general' 'hello'\n")
        .contains("./reveille listen '#general'\n");
    assertThat(closed).isOne();
    assertThat(given).isEmpty();
  }

  @Test
  void the_first_commands_name_an_unusual_address() {
    var run = reveille("ws://127.0.0.1:7000", null);
    assertThat(run.exit("up", "--port", "7000", "--host", "127.0.0.1", "--data-dir", "d")).isZero();
    assertThat(run.out()).contains("send '#general' 'hello' --url ws://127.0.0.1:7000");
    assertThat(given)
        .containsEntry("PORT", "7000")
        .containsEntry("HOST", "127.0.0.1")
        .containsEntry("DATA_DIR", Path.of("d").toAbsolutePath().toString());
  }

  @Test
  void quiet_prints_the_address_alone() {
    var run = reveille("ws://127.0.0.1:6667", null);
    assertThat(run.exit("up", "-q")).isZero();
    assertThat(run.out()).isEqualTo("ws://127.0.0.1:6667\n");
  }

  @Test
  void a_port_in_use_is_one_sentence_and_exit_code_1() {
    var cause = new BindException("Address already in use");
    var run = reveille("ws://x:1", new IllegalStateException("cannot bind", cause));
    assertThat(run.exit("up", "--port", "7000")).isEqualTo(1);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err()).contains("Port 7000").contains("--port");
  }

  @Test
  void a_port_in_use_reads_the_same_with_the_native_transport() {
    var cause = new IOException("bind(..) failed with error(-98): Address already in use");
    var run = reveille("ws://x:1", new IllegalStateException("Cannot listen: " + cause, cause));
    assertThat(run.exit("up", "--port", "7000")).isEqualTo(1);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err()).contains("Port 7000").contains("--port").doesNotContain("bind(..)");
  }

  @Test
  void any_other_reason_is_passed_on() {
    var run = reveille("ws://x:1", new IllegalStateException("The data folder is in use by 7."));
    assertThat(run.exit("up")).isEqualTo(1);
    assertThat(run.err()).isEqualTo("reveille: The data folder is in use by 7.\n");
  }

  @Test
  void a_missing_config_file_is_named() {
    var run = reveille("ws://x:1", null);
    assertThat(run.exit("up", "--config", "nowhere.conf")).isEqualTo(1);
    assertThat(run.err()).contains("nowhere.conf");
  }
}
