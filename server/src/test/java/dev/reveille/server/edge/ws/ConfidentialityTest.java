package dev.reveille.server.edge.ws;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shows row by row if others can read what a client sends. 10.0.0.1 is a trusted proxy. */
class ConfidentialityTest {
  private final ClientAddresses addresses =
      new ClientAddresses(new WsOptions.Admission(Set.of(), Set.of("10.0.0.1", "127.0.0.9"), 0));

  @ParameterizedTest
  @CsvSource({
    "9.9.9.9,   false, false, ,      false",
    "9.9.9.9,   true,  false, ,      true",
    "127.0.0.1, false, false, ,      true",
    "::1,       false, false, ,      true",
    "::ffff:127.0.0.1, false, false, , true",
    "127.9.9.9, false, false, ,      true",
    "128.0.0.1, false, false, ,      false",
    // A stranger says what it likes.
    "9.9.9.9,   false, true,  https, false",
    "9.9.9.9,   true,  true,  http,  true",
    // A proxy on this machine that nobody trusts may pass on what came in clear text.
    "127.0.0.1, false, true,  https, false",
    "127.0.0.1, false, true,  ,      false",
    // A trusted proxy knows how it was reached, and must say so.
    "10.0.0.1,  false, true,  https, true",
    "10.0.0.1,  false, true,  HTTPS, true",
    "10.0.0.1,  false, true,  http,  false",
    "10.0.0.1,  false, true,  ,      false",
    "10.0.0.1,  true,  true,  http,  false",
    "127.0.0.9, false, true,  http,  false",
    "127.0.0.9, false, false, ,      true",
    "10.0.0.1,  false, false, ,      false",
    "unknown,   false, false, ,      false"
  })
  void a_token_may_come_over_tls_or_from_the_same_machine(
      String socket, boolean tls, boolean forwarded, @Nullable String proto, boolean confidential) {
    assertThat(addresses.isConfidential(socket, tls, forwarded, proto)).isEqualTo(confidential);
  }
}
