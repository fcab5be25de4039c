package dev.reveille.server.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class RotatingFileTest {
  private final Path folder;
  private final Path file;

  RotatingFileTest(@TempDir Path folder) {
    this.folder = folder;
    file = folder.resolve("a.log");
  }

  private static void line(RotatingFile log, String text) {
    var bytes = (text + "\n").getBytes(UTF_8);
    log.write(bytes, 0, bytes.length);
  }

  @Test
  void a_full_file_moves_aside_and_only_so_many_are_kept() throws IOException {
    try (var log = new RotatingFile(file, 10, 2)) {
      for (var text : new String[] {"one", "two", "three", "four", "five", "six"}) line(log, text);
    }
    assertThat(folder.resolve("a.log")).hasContent("six");
    assertThat(folder.resolve("a.log.1")).hasContent("four\nfive");
    assertThat(folder.resolve("a.log.2")).hasContent("three");
    assertThat(folder.resolve("a.log.3")).doesNotExist();
    try (var files = Files.list(folder)) {
      for (var each : files.toList()) {
        assertThat(Files.size(each)).isLessThanOrEqualTo(10);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(each)))
            .isEqualTo("rw-------");
      }
    }
  }

  @Test
  void a_later_process_goes_on_behind_what_is_there() throws IOException {
    try (var log = new RotatingFile(file, 10, 1)) {
      line(log, "one");
    }
    try (var log = new RotatingFile(file, 10, 1)) {
      line(log, "two");
      line(log, "three");
    }
    assertThat(folder.resolve("a.log.1")).hasContent("one\ntwo");
    assertThat(file).hasContent("three");
  }

  @Test
  void one_write_never_exceeds_the_bound() throws IOException {
    try (var log = new RotatingFile(file, 10, 1)) {
      line(log, "x".repeat(100));
    }
    assertThat(Files.size(file)).isEqualTo(10);
  }

  @Test
  void what_cannot_be_written_is_dropped_and_the_next_line_is_tried_again() throws IOException {
    var below = Files.createDirectory(folder.resolve("below"));
    try (var log = new RotatingFile(below.resolve("a.log"), 10, 1)) {
      line(log, "one");
      Files.delete(below.resolve("a.log"));
      Files.delete(below);
      line(log, "a second");
      Files.createDirectory(below);
      line(log, "third");
    }
    assertThat(below.resolve("a.log")).hasContent("third");
  }

  @Test
  void a_server_logs_to_its_file_and_gives_standard_error_back() throws IOException {
    var usual = System.err;
    var settings =
        Settings.load(
            null,
            Map.of(),
            Map.of(
                "DATA_DIR",
                folder.resolve("data").toString(),
                "PORT",
                "0",
                "HOST",
                "127.0.0.1",
                "LOG_FILE",
                "my.log"));
    try (var _ = Server.start(settings)) {
      LoggerFactory.getLogger(Server.class).warn("something to look at");
      System.err.println("a trace");
      assertThat(Files.readString(folder.resolve("data/my.log")))
          .contains("WARN  Server: something to look at")
          .contains("a trace");
      assertThat(Files.readString(folder.resolve("data/reveille.holder")))
          .contains("\nlog " + folder.resolve("data/my.log"))
          .contains("\nchat ws://127.0.0.1:");
    }
    assertThat(System.err).isSameAs(usual);
    LoggerFactory.getLogger(Server.class).warn("of the test, for the console");
    assertThat(Files.readString(folder.resolve("data/my.log"))).doesNotContain("for the console");
  }

  @Test
  void a_log_file_that_cannot_be_is_one_sentence_at_the_start() {
    var settings =
        Settings.load(
            null,
            Map.of(),
            Map.of("DATA_DIR", folder.resolve("data").toString(), "LOG_FILE", "no/where.log"));
    assertThatThrownBy(() -> Server.start(settings))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("LOG_FILE")
        .hasMessageContaining("where.log");
    assertThat(folder.resolve("data/reveille.holder")).doesNotExist();
  }
}
