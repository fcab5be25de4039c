package dev.reveille.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdentityTest {
  private final Identity identity = Identity.generate();

  @Test
  void the_id_is_16_hex_digits_of_the_sha256_of_the_pem_text() throws Exception {
    var pem = identity.publicKey().pem();
    var hash = MessageDigest.getInstance("SHA-256").digest(pem.getBytes(StandardCharsets.UTF_8));
    assertThat(identity.agentId())
        .isEqualTo(HexFormat.of().formatHex(hash).substring(0, 16))
        .matches("[0-9a-f]{16}");
  }

  @Test
  void a_private_key_is_read_in_any_layout_and_in_the_later_form_that_holds_the_public_key() {
    var pem = identity.privatePem();
    var other = Identity.generate();
    for (var text : new String[] {pem, pem.replace("\n", "\r\n"), pem.replace("\n", " ")}) {
      var read = Identity.of(identity.publicKey().pem(), text);
      assertThat(read.privatePem()).isEqualTo(pem);
      assertThat(read.sign("text")).isEqualTo(identity.sign("text"));
    }
    // RFC 8410, 10.3
    var later =
        """
        -----BEGIN PRIVATE KEY-----
        MHICAQEwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
        oB8wHQYKKoZIhvcNAQkJFDEPDA1DdXJkbGUgQ2hhaXJzgSEAGb9ECWmEzf6FQbrB
        Z9w7lshQhqowtrbLDFw4rXAxZuE=
        -----END PRIVATE KEY-----
        """;
    var first =
        """
        -----BEGIN PRIVATE KEY-----
        MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
        -----END PRIVATE KEY-----
        """;
    var publicPem = other.publicKey().pem();
    assertThat(Identity.of(publicPem, later).sign("x"))
        .isEqualTo(Identity.of(publicPem, first).sign("x"));
    assertThatThrownBy(() -> Identity.of(publicPem, "-----BEGIN X-----\nAAAA\n-----END X-----"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Identity.of(publicPem, ""))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void a_fixed_key_has_a_fixed_id() {
    var pem =
        """
        -----BEGIN PUBLIC KEY-----
        MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=
        -----END PUBLIC KEY-----
        """;
    assertThat(PublicKey.parse(pem)).isPresent();
    assertThat(PublicKey.agentId(pem)).isEqualTo("f7a7c27ec5c95e97");
  }

  @Test
  void the_same_key_in_other_pem_text_is_another_agent() {
    var pem = identity.publicKey().pem();
    for (var other : new String[] {pem.strip(), pem.replace("\n", "\r\n"), pem + "\n"}) {
      var key = PublicKey.parse(other).orElseThrow();
      assertThat(key.pem()).isEqualTo(other);
      assertThat(key.agentId()).isNotEqualTo(identity.agentId());
      assertThat(key.verifies("text", identity.sign("text"))).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x",
        "-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----",
        "-----END PUBLIC KEY----------BEGIN PUBLIC KEY-----",
        "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA\n-----END PUBLIC KEY-----",
        "-----BEGIN PUBLIC KEY-----\n!!!!\n-----END PUBLIC KEY-----",
        "-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE\n-----END PUBLIC KEY-----"
      })
  void what_is_no_ed25519_key_is_no_key(String pem) {
    assertThat(PublicKey.parse(pem)).isEmpty();
  }

  @Test
  void random_pem_bodies_never_throw() {
    Property.holds(
        1_000,
        gen -> {
          var body = gen.chance(0.5) ? gen.anyText(80) : gen.word(80);
          var pem = "-----BEGIN PUBLIC KEY-----\n" + body + "\n-----END PUBLIC KEY-----\n";
          PublicKey.parse(pem).ifPresent(key -> assertThat(key.pem()).isEqualTo(pem));
          assertThat(identity.publicKey().verifies("text", body)).isFalse();
        });
  }

  @Test
  void a_signature_is_read_leniently() {
    var key = identity.publicKey();
    var stranger = Identity.generate().publicKey();
    Property.holds(
        100,
        gen -> {
          var text = gen.text(30);
          var signature = identity.sign(text);
          assertThat(key.verifies(text, signature)).isTrue();
          assertThat(key.verifies(text, signature.replace("=", ""))).isTrue();
          assertThat(key.verifies(text, signature.replace('+', '-').replace('/', '_'))).isTrue();
          assertThat(
                  key.verifies(
                      text, " \n" + signature.substring(0, 40) + "\r\n!" + signature.substring(40)))
              .isTrue();
          assertThat(key.verifies(text + "x", signature)).isFalse();
          assertThat(key.verifies(text, signature.substring(0, 80))).isFalse();
          assertThat(stranger.verifies(text, signature)).isFalse();
        });
  }

  @Test
  void a_pair_survives_its_pem_texts() {
    var copy = Identity.of(identity.publicKey().pem(), identity.privatePem());
    assertThat(copy.agentId()).isEqualTo(identity.agentId());
    assertThat(identity.publicKey().verifies("text", copy.sign("text"))).isTrue();
    assertThatThrownBy(() -> Identity.of("x", identity.privatePem()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Identity.of(identity.publicKey().pem(), "!!"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Identity.of(identity.publicKey().pem(), "AAAA"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void the_challenge_text_has_four_parts() {
    assertThat(AuthText.challenge("n", "c", JsNumber.text(1.7e12)))
        .isEqualTo("AGENTCHAT_AUTH|n|c|1700000000000");
  }
}
