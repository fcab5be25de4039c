package dev.reveille.server.chat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.reveille.server.kernel.SecureRandomness;
import dev.reveille.server.kernel.SeededRuns;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two megabytes of beginnings of secrets must not take a core for themselves. */
@Tag("long")
class RedactorSpeedTest {
  private static final int LENGTH = 2 << 20;

  /** Far above what a linear search takes on a busy machine; a quadratic one takes hours. */
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private static final Redactor REDACTOR =
      new Redactor(
          Map.of(
              "SOME_KEY",
              "a".repeat(40) + "9f3kQ7Zp1xV5tB8mW2cR6yL0",
              "OTHER_TOKEN",
              "====:====9f3kQ7Zp1xV5tB8mW2cR6yL0"),
          new SecureRandomness());

  @ParameterizedTest
  @ValueSource(
      strings = {
        "eyJ",
        ".eyJ",
        "eyJaaaaaaaaaa.",
        "eyJaaaaaaaaaa.eyJ",
        "sk-",
        "sk-ant-",
        "sk-ant-aaaaaaaaaaaa ",
        "ghp_",
        "github_pat_",
        "gho_",
        "AKIA",
        "aws_secret_access_key=",
        "aws_secret_access_key================================================",
        "xox",
        "xoxb-",
        "sk_live_",
        "AIza",
        "token",
        "token='",
        "token=\"",
        "token='auth=\"",
        "secret        =        ",
        "password:\"a",
        "apikey\"=\"",
        "a",
        "="
      })
  void a_message_full_of_beginnings_is_read_in_time(String beginning) {
    var text = beginning.repeat(LENGTH / beginning.length());
    for (var message : List.of(text, "token=\"eyJ" + text + ".:")) {
      var redacted = assertTimeoutPreemptively(PATIENCE, () -> REDACTOR.redact(message));
      assertThat(redacted).isNotEmpty();
    }
  }

  @Test
  void tokens_are_found_where_the_expression_finds_them() {
    var part = "[A-Za-z0-9_-]{10,}";
    var expression = Pattern.compile("eyJ" + part + "\\.eyJ" + part + "\\." + part);
    var pieces =
        List.of(
            "eyJ", ".", "eyJaaaaaaaaaa", ".eyJ", "aaaaaaaaaa", "a", " ", "-", "_9", "eyJeyJeyJ");
    SeededRuns.check(
        5_000,
        random -> {
          var text = new StringBuilder();
          for (int n = random.nextInt(14); n > 0; n--) {
            text.append(pieces.get(random.nextInt(pieces.size())));
          }
          assertThat(new Redactor(Map.of(), new SecureRandomness()).redact(text.toString()))
              .as(text.toString())
              .isEqualTo(expression.matcher(text).replaceAll("[REDACTED:jwt]"));
        });
  }
}
