package dev.reveille.server.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs of this machine, with the shell as the program. */
class SystemProgramsTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private static Programs.Ended shell(String script, String input, int most, Duration limit)
      throws IOException, InterruptedException {
    return new SystemPrograms().run(List.of("/bin/sh", "-c", script), input, most, limit);
  }

  @Test
  void it_gets_its_input_and_its_output_comes_back_with_its_exit_code() throws Exception {
    var ended = shell("cat; echo oops >&2; exit 3", "héllo", 100, LIMIT);
    assertThat(ended.exit()).isEqualTo(3);
    assertThat(ended.output()).isEqualTo("héllo");
    assertThat(ended.errors()).isEqualTo("oops\n");
  }

  @Test
  void it_gets_none_of_the_servers_other_variables() throws Exception {
    var names = shell("env | cut -d= -f1", "", 10_000, LIMIT).output().lines().toList();
    assertThat(names)
        .isSubsetOf(
            "PATH", "HOME", "USER", "LANG", "LC_ALL", "TZ", "TMPDIR", "PWD", "SHLVL", "_",
            "OLDPWD");
  }

  @Test
  void one_that_writes_too_much_is_ended() {
    assertThatThrownBy(() -> shell("yes | head -c 100000", "", 1000, LIMIT))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("more than 1000");
  }

  @Test
  void one_that_takes_too_long_is_ended_with_its_children() {
    assertThatThrownBy(() -> shell("sleep 60 & wait", "", 1000, Duration.ofMillis(200)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("took longer");
  }

  @Test
  void one_that_leaves_a_process_with_its_output_open_does_not_hang(@TempDir Path folder)
      throws Exception {
    var file = folder.resolve("pid");
    try {
      assertThat(shell("sleep 60 & echo $! > " + file, "", 1000, LIMIT).exit()).isZero();
    } catch (IOException e) {
      // It depends on the moment if the output is drained when the program ends.
      assertThat(e).hasMessageContaining("left a process");
    } finally {
      var left = Long.parseLong(Files.readString(file).strip());
      ProcessHandle.of(left).ifPresent(ProcessHandle::destroyForcibly);
    }
  }

  @Test
  void one_that_does_not_exist_is_an_error() {
    assertThatThrownBy(() -> new SystemPrograms().run(List.of("/no/such/program"), "", 10, LIMIT))
        .isInstanceOf(IOException.class);
  }
}
