package dev.reveille.server.chat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.reveille.server.kernel.SecureRandomness;
import dev.reveille.server.kernel.SeededRuns;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedactorTest {
  private static final String ALNUM = "Ab3dEf6hIj9lMn2pQr5tUv8xYz1aBc4eFg7iJk0m";

  private final Redactor redactor = new Redactor(Map.of(), new SecureRandomness());

  private void cut(String name, String secret) {
    assertThat(redactor.redact("before " + secret + " after"))
        .isEqualTo("before [REDACTED:" + name + "] after");
  }

  private void kept(String text) {
    assertThat(redactor.redact(text)).isEqualTo(text);
  }

  @Test
  void every_known_shape_is_cut_and_what_is_too_short_is_not() {
    cut("reveille_token", "rvl_abcdefghjk_" + "m".repeat(38));
    kept("rvl_abcdefghjk_" + "m".repeat(37));
    cut("anthropic_api_key", "sk-ant-api03-_" + ALNUM.substring(0, 13));
    kept("sk-ant-" + ALNUM.substring(0, 19));
    cut("openai_api_key", "sk-" + ALNUM.substring(0, 20));
    kept("sk-" + ALNUM.substring(0, 19));
    cut("github_pat", "ghp_" + ALNUM.substring(0, 36));
    kept("ghp_" + ALNUM.substring(0, 35));
    cut("github_pat_fine", "github_pat_" + ALNUM.substring(0, 11) + "_" + ALNUM.substring(0, 10));
    kept("github_pat_" + ALNUM.substring(0, 21));
    cut("github_oauth", "gho_" + ALNUM.substring(0, 36));
    cut("aws_access_key", "AKIA" + "ABCD1234EFGH5678");
    kept("AKIA" + "abcd1234efgh5678");
    for (var form : new String[] {"=%s", ": \"%s", "='%s", " = %s", "%s"}) {
      var secret = form.formatted("A/+=" + ALNUM.substring(0, 36));
      if (form.equals("%s")) kept("aws_secret_access_key" + secret);
      else {
        cut("aws_secret_key", "aws_secret_access_key" + secret);
        cut("aws_secret_key", "AWS_SECRET_ACCESS_KEY" + secret);
      }
    }
    for (char kind : "bpaors".toCharArray()) cut("slack_token", "xox" + kind + "-123456-Abc");
    kept("xoxb-12345678");
    kept("xoxz-1234567890");
    for (var kind : new String[] {"sk_live_", "sk_test_", "rk_live_", "rk_test_"}) {
      cut("stripe_key", kind + ALNUM.substring(0, 20));
      kept(kind + ALNUM.substring(0, 19));
    }
    cut("google_api_key", "AIza" + ALNUM.substring(0, 33) + "_-");
    kept("AIza" + ALNUM.substring(0, 34));
    cut("jwt", "eyJhbGciOiJIUzI1.eyJzdWIiOiIxMjM0.dozjgNryP4J3jVmN");
    kept("eyJhbGciOiJIUzI1.eyJzdWIiOiIxMjM0.short");
    kept("eyJhbGciOiJIUzI1.zyJzdWIiOiIxMjM0.dozjgNryP4J3jVmN");
  }

  @Test
  void a_secret_given_by_name_is_cut() {
    for (var name :
        new String[] {"api_key", "apikey", "secret", "TOKEN", "Password", "credential", "auth"}) {
      cut("generic_secret", name + "=\"sixteen-or-more!\"");
      cut("generic_secret", name + "' : 'sixteen-or-more!'");
    }
    kept("password=\"short\"");
    kept("password = sixteen-or-more-without-quotes");
  }

  @Test
  void a_token_stuck_between_other_tokens_is_still_cut() {
    var jwt = "eyJhbGciOiJIUzI1.eyJzdWIiOiIxMjM0.dozjgNryP4J3jVmN";
    assertThat(redactor.redact("x" + jwt)).isEqualTo("x[REDACTED:jwt]");
    assertThat(redactor.redact("eyJab.eyJ " + jwt)).isEqualTo("eyJab.eyJ [REDACTED:jwt]");
    assertThat(redactor.redact("eyJshort." + jwt)).isEqualTo("eyJshort.[REDACTED:jwt]");
    assertThat(redactor.redact("eyJ0123456789.ab " + jwt + "." + jwt))
        .startsWith("eyJ0123456789.ab [REDACTED:jwt].[REDACTED:jwt]");
  }

  @Test
  void several_secrets_are_cut_each_by_its_name_and_a_dollar_sign_is_only_a_dollar_sign() {
    var text = "$1 ghp_" + ALNUM.substring(0, 36) + " \\ AKIAABCD1234EFGH5678 $0";
    assertThat(redactor.redact(text))
        .isEqualTo("$1 [REDACTED:github_pat] \\ [REDACTED:aws_access_key] $0");
  }

  @Test
  void the_servers_own_secrets_are_cut_longest_first() {
    var random = "9f3kQ7Zp1xV5tB8mW2cR6yL0";
    var own =
        new Redactor(
            Map.of(
                "DEPLOY_TOKEN", random,
                "DEPLOY_KEY", random + "ijkl",
                "HOME", "/home/" + random,
                "AUTHORITY", "authority-" + random,
                "PASSWORD", "pass.$1.word" + random,
                "SECRET_PLACE", "X8" + random.substring(2)),
            new SecureRandomness());
    assertThat(own.redact(random + "ijkl " + random + random))
        .isEqualTo(
            "[REDACTED:env:DEPLOY_KEY] [REDACTED:env:DEPLOY_TOKEN][REDACTED:env:DEPLOY_TOKEN]");
    assertThat(own.redact("/home/ X8" + random.substring(2)))
        .isEqualTo("/home/ X8" + random.substring(2));
    assertThat(own.redact("(authority-" + random + ")")).isEqualTo("([REDACTED:env:AUTHORITY])");
    assertThat(own.redact("pass.$1.word" + random)).isEqualTo("[REDACTED:env:PASSWORD]");
    assertThat(own.redact(random.substring(1))).isEqualTo(random.substring(1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sesame99",
        "abcdefghijkl",
        "correct-horse-battery-staple-1999",
        "CorrectHorseBatteryStapleAgain2024!",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa1",
        "12345678901234567890123456789012345678901234567890",
        "0123456789abcdef0123456789abcdef0123456789abcdef",
        "9f3k9f3k9f3k9f3k9f3k9f3k9f3k9f3k9f3k9f3k9f3k9f3k",
        "4f9a0c77b21e5d38"
      })
  void a_secret_that_can_be_guessed_is_not_cut_as_that_would_confirm_the_guess(String value) {
    var own =
        new Redactor(
            Map.of("AGENTCHAT_ADMIN_KEY", value, "OTHER_TOKEN", value), new SecureRandomness());
    assertThat(own.redact("is it " + value + " ?")).isEqualTo("is it " + value + " ?");
  }

  @Test
  void values_are_found_wherever_a_plain_search_finds_them() {
    SeededRuns.check(
        2_000,
        random -> {
          var value = letters(random, 1 + random.nextInt(6));
          var text = letters(random, random.nextInt(60));
          assertThat(new HiddenValue(value, "#", random.nextLong() | 1).cutFrom(text))
              .as("%s in %s", value, text)
              .isEqualTo(text.replace(value, "#"));
        });
  }

  private static String letters(Random random, int count) {
    var text = new StringBuilder();
    for (int i = 0; i < count; i++) text.append((char) ('a' + random.nextInt(2)));
    return text.toString();
  }

  @Test
  void plain_talk_passes_untouched() {
    kept("");
    kept("the secret of the token: a password is \"short\"");
    kept("task-force sk-8 desk-lamp 😀 \u0000");
  }

  /** A message may be two mebibytes long, and somebody will try. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "eyJ",
        "eyJ0123456789.",
        "eyJ0123456789.eyJ",
        "eyJ0123456789.eyJ0123456789.",
        "sk-",
        "sk-ant-",
        "xoxb-",
        "github_pat_",
        "aws_secret_access_key=",
        "aws_secret_access_key          ",
        "auth=\"",
        "auth='x",
        "token        =        ",
        "AIza",
        "sk_live_",
        "a\"=:'"
      })
  void a_huge_message_of_nearly_secrets_costs_little_time(String part) {
    var text = part.repeat(600_000 / part.length());
    assertTimeoutPreemptively(Duration.ofSeconds(10), () -> redactor.redact(text));
  }
}
