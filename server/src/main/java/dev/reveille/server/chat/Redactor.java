package dev.reveille.server.chat;

import dev.reveille.protocol.TokenText;
import dev.reveille.server.kernel.Randomness;
import dev.reveille.server.kernel.SecretStrength;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Removes secrets from texts of agents before anybody or anything else sees them.
 *
 * <p>Known shapes of keys come first, in a fixed order. Then come the values of the server's own
 * secret environment variables, longest first. Only values that nobody can guess are removed: the
 * sender sees the result, so it could find out any other value by sending guesses. The search for a
 * value takes the same time whether or not the text begins like the value.
 */
public final class Redactor {

  /**
   * A shape of secret.
   *
   * @param hint a text that every match contains, so that most messages need no regular expression
   * @param pattern if it has a group, only a match with that group is a secret
   */
  private record Shape(String name, String hint, Pattern pattern) {
    static Shape of(String name, String hint, String regex) {
      return new Shape(name, hint, Pattern.compile(regex));
    }

    String cutFrom(String text) {
      var mark = "[REDACTED:" + name + "]";
      return pattern
          .matcher(text)
          .replaceAll(
              hit ->
                  hit.groupCount() > 0 && hit.group(1) == null
                      ? Matcher.quoteReplacement(hit.group())
                      : mark);
    }
  }

  /*
   * A token of three parts. A text that repeats "eyJ" must cost one look at each character. So a
   * part is matched whole, without backtracking, and a text that is no token is skipped in one
   * match: only a match with the group is a secret.
   */
  private static final String JWT =
      "eyJ(?:[A-Za-z0-9_-]{10,}+(\\.eyJ[A-Za-z0-9_-]{10,}+\\.[A-Za-z0-9_-]{10,}+)?)?";

  private static final List<Shape> SHAPES =
      List.of(
          Shape.of("reveille_token", TokenText.PREFIX, TokenText.REGEX),
          Shape.of("anthropic_api_key", "sk-ant-", "sk-ant-[A-Za-z0-9_-]{20,}"),
          Shape.of("openai_api_key", "sk-", "sk-[A-Za-z0-9]{20,}"),
          Shape.of("github_pat", "ghp_", "ghp_[A-Za-z0-9]{36}"),
          Shape.of("github_pat_fine", "github_pat_", "github_pat_[A-Za-z0-9_]{22,}"),
          Shape.of("github_oauth", "gho_", "gho_[A-Za-z0-9]{36}"),
          Shape.of("aws_access_key", "AKIA", "AKIA[0-9A-Z]{16}"),
          Shape.of(
              "aws_secret_key",
              "",
              "(?:aws_secret_access_key|AWS_SECRET_ACCESS_KEY)[\"'=:\\s]{1,64}[A-Za-z0-9/+=]{40}"),
          Shape.of("slack_token", "xox", "xox[bpaors]-[A-Za-z0-9-]{10,}"),
          Shape.of("stripe_key", "k_", "(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{20,}"),
          Shape.of("google_api_key", "AIza", "AIza[0-9A-Za-z_-]{35}"),
          Shape.of("jwt", "eyJ", JWT),
          Shape.of(
              "generic_secret",
              "",
              "(?i)(?:api_key|apikey|secret|token|password|credential|auth)[\"']?\\s{0,8}[:=]\\s{0,8}"
                  + "(?:\"[^\"\\s]{16,}\"|'[^'\\s]{16,}')"));

  /** One of them stands between the name of a secret and its value. */
  private static final String SIGNS = "=:\"'";

  private static final Pattern SECRET_NAME =
      Pattern.compile(
          ".*_(KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL|AUTH)|AUTH.*|API_KEY|SECRET|TOKEN|PASSWORD");

  private final List<HiddenValue> known;

  public Redactor(Map<String, String> environment, Randomness randomness) {
    var chance = new byte[Long.BYTES];
    randomness.fill(chance);
    long base = ByteBuffer.wrap(chance).getLong() | 1;
    known =
        environment.entrySet().stream()
            .filter(e -> SECRET_NAME.matcher(e.getKey()).matches())
            .filter(e -> SecretStrength.isBeyondGuessing(e.getValue()))
            .sorted(
                Comparator.comparingInt((Map.Entry<String, String> e) -> -e.getValue().length())
                    .thenComparing(Map.Entry::getKey))
            .map(e -> new HiddenValue(e.getValue(), "[REDACTED:env:" + e.getKey() + "]", base))
            .toList();
  }

  public String redact(String text) {
    var result = text;
    for (var shape : SHAPES) {
      if (!mayMatch(shape, result)) continue;
      result = shape.cutFrom(result);
    }
    for (var secret : known) result = secret.cutFrom(result);
    return result;
  }

  private static boolean mayMatch(Shape shape, String text) {
    if (!shape.hint().isEmpty()) return text.contains(shape.hint());
    // The two assignment shapes need a sign between name and value.
    for (int i = 0; i < SIGNS.length(); i++) {
      if (text.indexOf(SIGNS.charAt(i)) >= 0) return true;
    }
    return false;
  }
}
