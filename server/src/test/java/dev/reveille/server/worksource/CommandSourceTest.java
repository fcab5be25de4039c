package dev.reveille.server.worksource;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import dev.reveille.server.kernel.SystemPrograms;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A program that says how much work waits. */
class CommandSourceTest {
  private static SourceFinding ask(String script) throws InterruptedException {
    var config =
        ConfigFactory.parseString(
            "wake.sources = [{ name = ci, kind = command, seats = [ada], limit-seconds = 5 }]");
    var source =
        SourceConfig.all(
                config.withValue(
                    "wake.sources",
                    com.typesafe.config.ConfigValueFactory.fromIterable(
                        java.util.List.of(
                            config
                                .getConfigList("wake.sources")
                                .getFirst()
                                .withValue(
                                    "command",
                                    com.typesafe.config.ConfigValueFactory.fromIterable(
                                        java.util.List.of("/bin/sh", "-c", script)))
                                .root()))))
            .getFirst();
    return new CommandSource(source, new SystemPrograms())
        .ask(new SourceRound.Question("@ada", "ada-bot", ""));
  }

  @Test
  void a_number_on_standard_output_is_the_count() throws Exception {
    var finding = ask("echo ' 3'");
    assertThat(finding.outcome()).isEqualTo(SourceFinding.Outcome.COUNTED);
    assertThat(finding.count()).isEqualTo(3);
  }

  @Test
  void it_gets_the_seat_and_its_login_on_standard_input() throws Exception {
    assertThat(ask("grep -c '\"seat\":\"@ada\",\"login\":\"ada-bot\"'").count()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "echo 3; exit 1",
        "echo three",
        "echo -1",
        "echo 1 2",
        "true",
        "echo 99999999999999",
        "yes 1",
        "exec /no/such/program"
      })
  void anything_else_is_unknown_and_never_zero(String script) throws Exception {
    var finding = ask(script);
    assertThat(finding.outcome()).isEqualTo(SourceFinding.Outcome.FAILED);
    assertThat(finding.reason()).startsWith("its program");
  }
}
