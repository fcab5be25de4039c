package dev.reveille.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The findings of {@code reveille doctor}. */
@Timeout(30)
class DoctorTest extends CommandFixture {
  DoctorTest(@TempDir Path home) throws IOException {
    super(home);
  }

  @Test
  void doctor_sees_the_server_and_open_key_files() throws IOException {
    reveille().exit("identity", "new", "ada");
    var well = reveille();
    assertThat(well.exit("doctor")).isZero();
    assertThat(well.out()).contains("is healthy, version 9.9").contains("clock agrees");
    var file = home.resolve("config/reveille/identities/ada.json");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    var ill = reveille();
    assertThat(ill.exit("doctor")).isEqualTo(1);
    assertThat(ill.out()).contains("fail     Other users can read the key").contains("chmod 600");
    var warned = reveille();
    assertThat(warned.exit("send", "-i", "ada", "#general", "hi")).isZero();
    assertThat(warned.err()).contains("chmod 600");
  }

  @Test
  void doctor_fails_without_a_server_and_with_a_strange_program_on_its_port() throws IOException {
    try (var dead = new DeadPort()) {
      var none = new Run(home, dead.url());
      assertThat(none.exit("doctor")).isEqualTo(1);
      assertThat(none.out()).contains("fail     No server at");
    }
    try (var strange = new java.net.ServerSocket(0)) {
      var run = new Run(home, "ws://127.0.0.1:" + strange.getLocalPort());
      assertThat(run.exit("doctor", "--timeout", "300ms")).isEqualTo(1);
      assertThat(run.out())
          .contains("unknown  127.0.0.1:" + strange.getLocalPort() + " did not answer in 300 ms");
    }
    var nowhere = new Run(home, "ws://no-such-host.invalid:1");
    assertThat(nowhere.exit("doctor")).isEqualTo(1);
    assertThat(nowhere.out()).contains("fail     The host no-such-host.invalid is not known");
  }

  @Test
  void doctor_says_the_same_to_programs_and_a_warning_is_not_fine() throws IOException {
    var data = Files.createDirectory(home.resolve("data"));
    Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwx------"));
    var well = reveille();
    assertThat(well.exit("doctor", "--json", "--data-dir", data.toString())).isZero();
    var page = Json.read(well.out()).orElseThrow();
    assertThat(page.path("healthy").asBoolean(false)).isTrue();
    assertThat(page.path("findings"))
        .extracting(f -> f.path("check").asString(""))
        .contains("java", "data folder", "clock", "server", "server clock");
    assertThat(page.path("findings")).allMatch(f -> f.path("grade").asString("").equals("ok"));
    Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxr-xr-x"));
    var loose = reveille();
    assertThat(loose.exit("doctor", "--json", "--data-dir", data.toString())).isEqualTo(1);
    var ill = Json.read(loose.out()).orElseThrow();
    assertThat(ill.path("healthy").asBoolean(true)).isFalse();
    assertThat(ill.path("findings"))
        .anyMatch(
            f ->
                f.path("grade").asString("").equals("warn")
                    && f.path("check").asString("").equals("data folder"));
  }
}
