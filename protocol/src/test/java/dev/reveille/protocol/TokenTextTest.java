package dev.reveille.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The text of a token. */
class TokenTextTest {
  private static TokenText any(Random random) {
    var bytes = new byte[TokenText.ID_LENGTH + TokenText.SECRET_LENGTH];
    random.nextBytes(bytes);
    return TokenText.of(bytes);
  }

  @Test
  void its_alphabet_has_five_bits_a_character() {
    assertThat(TokenText.ALPHABET).hasSize(32);
    var different = new HashSet<Character>();
    for (char c : TokenText.ALPHABET.toCharArray()) different.add(c);
    assertThat(different).hasSize(32);
    assertThat(TokenText.SECRET_LENGTH * 5).isGreaterThanOrEqualTo(128);
  }

  @Test
  void a_token_is_read_again_and_does_not_print_its_secret() {
    var random = new Random(1);
    for (int i = 0; i < 1000; i++) {
      var token = any(random);
      assertThat(TokenText.parse(token.full())).contains(token);
      assertThat(token.toString()).contains(token.id()).doesNotContain(token.secret());
      assertThat("in " + token).doesNotContain(token.secret());
      assertThat(TokenText.isId(token.id())).isTrue();
    }
  }

  @Test
  void a_mistyped_token_is_none_but_still_looks_like_one() {
    var random = new Random(2);
    for (int i = 0; i < 1000; i++) {
      var full = any(random).full();
      int at = 4 + random.nextInt(full.length() - 4);
      if (full.charAt(at) == '_') continue;
      char other = full.charAt(at) == 'a' ? 'b' : 'a';
      var wrong = full.substring(0, at) + other + full.substring(at + 1);
      assertThat(TokenText.parse(wrong)).as(wrong).isEmpty();
      assertThat(TokenText.isIn("x" + wrong + "y")).isTrue();
    }
  }

  @Test
  void other_texts_are_none() {
    var full = any(new Random(3)).full();
    for (var text :
        new String[] {
          "",
          "rvl_",
          full + "a",
          full.substring(1),
          full.toUpperCase(Locale.ROOT),
          " " + full,
          full + "\n",
          "rvl_iiiiiiiiii_" + "l".repeat(38),
          "x".repeat(1_000_000)
        }) {
      assertThat(TokenText.parse(text)).isEmpty();
    }
  }

  @Test
  void every_token_in_a_text_is_cut() {
    var one = any(new Random(4)).full();
    var two = any(new Random(5)).full();
    assertThat(TokenText.redact(one + two + " and " + one))
        .isEqualTo(
            "[REDACTED:reveille_token][REDACTED:reveille_token] and [REDACTED:reveille_token]");
    assertThat(TokenText.redact("rvl_ is a prefix")).isEqualTo("rvl_ is a prefix");
  }
}
