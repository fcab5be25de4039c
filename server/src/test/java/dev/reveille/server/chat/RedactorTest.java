package dev.reveille.server.chat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedactorTest {
  private static final String ALNUM = "Ab3dEf6hIj9lMn2pQr5tUv8xYz1aBc4eFg7iJk0m";

  private final Redactor redactor = new Redactor(Map.of());

  private void cut(String name, String secret) {
    assertThat(redactor.redact("before " + secret + " after"))
        .isEqualTo("before [REDACTED:" + name + "] after");
  }

  private void kept(String text) {
    assertThat(redactor.redact(text)).isEqualTo(text);
  }

  @Test
  void every_known_shape_is_cut_and_what_is_too_short_is_not() {
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
    var own =
        new Redactor(
            Map.of(
                "DEPLOY_TOKEN", "abcdefgh",
                "DEPLOY_KEY", "abcdefghijkl",
                "SHORT_SECRET", "1234567",
                "HOME", "/home/somebody",
                "AUTHORITY", "authority-value",
                "PASSWORD", "pass.$1.word",
                "X_CREDENTIAL", "credential-v",
                "X_AUTH", "auth-value-x",
                "SECRET_PLACE", "not-a-secret"));
    assertThat(own.redact("abcdefghijkl abcdefgh"))
        .isEqualTo("[REDACTED:env:DEPLOY_KEY] [REDACTED:env:DEPLOY_TOKEN]");
    assertThat(own.redact("1234567 /home/somebody not-a-secret"))
        .isEqualTo("1234567 /home/somebody not-a-secret");
    assertThat(own.redact("authority-value")).isEqualTo("[REDACTED:env:AUTHORITY]");
    assertThat(own.redact("pass.$1.word")).isEqualTo("[REDACTED:env:PASSWORD]");
    assertThat(own.redact("credential-v auth-value-x"))
        .isEqualTo("[REDACTED:env:X_CREDENTIAL] [REDACTED:env:X_AUTH]");
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
