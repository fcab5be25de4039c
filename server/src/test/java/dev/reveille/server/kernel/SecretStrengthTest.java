package dev.reveille.server.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Base64;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SecretStrengthTest {

  /** As people are told to make them: openssl rand -hex 16, -hex 32, -base64 24, uuidgen. */
  @Test
  void what_a_generator_makes_is_beyond_guessing() {
    var random = new Random(11);
    var bytes = new byte[32];
    int weak = 0;
    for (int i = 0; i < 20_000; i++) {
      random.nextBytes(bytes);
      var hex = HexFormat.of().formatHex(bytes);
      var base64 = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
      assertThat(SecretStrength.isBeyondGuessing(hex)).as(hex).isTrue();
      assertThat(SecretStrength.isBeyondGuessing(hex.substring(32))).as(hex).isTrue();
      if (!SecretStrength.isBeyondGuessing(base64)) weak++;
    }
    assertThat(weak).as("those that happen to have no digit").isLessThan(40);
    assertThat(SecretStrength.isBeyondGuessing("0b9e5a7c41d2f683a47e90d1c8b35f26")).isTrue();
    assertThat(SecretStrength.isBeyondGuessing("f81d4fae-7dec-11d0-a765-00a0c91e6bf6")).isTrue();
  }

  @Test
  void what_is_short_is_not() {
    SeededRuns.check(
        2_000,
        random -> {
          var bytes = new byte[11];
          random.nextBytes(bytes);
          var hex = HexFormat.of().formatHex(bytes);
          assertThat(SecretStrength.isBeyondGuessing(hex)).as(hex).isFalse();
        });
    assertThat(SecretStrength.isBeyondGuessing("")).isFalse();
    assertThat(SecretStrength.isBeyondGuessing("ü".repeat(60) + "1")).isFalse();
  }
}
