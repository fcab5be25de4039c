package dev.reveille.server.outgoing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedHostsTest {
  private static final AllowedHosts ALLOWED =
      AllowedHosts.parse(" localhost , Hooks.Internal:8443,10.0.0.5, [::1]:9000, [fd00::2],");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://localhost/",
        "https://LOCALHOST:1234/x",
        "https://hooks.internal:8443/",
        "http://10.0.0.5:80/",
        "http://[::1]:9000/",
        "http://[fd00::2]:5/"
      })
  void a_named_host_is_allowed_at_its_ports(String url) {
    assertThat(ALLOWED.allows(OutgoingTarget.of(url))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://127.0.0.1/",
        "https://hooks.internal/",
        "http://a.localhost/",
        "http://10.0.0.50/",
        "http://[::1]/"
      })
  void any_other_host_or_port_is_not(String url) {
    assertThat(ALLOWED.allows(OutgoingTarget.of(url))).isFalse();
    assertThat(AllowedHosts.NONE.allows(OutgoingTarget.of(url))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://a.example",
        "a.example:",
        "a.example:x",
        "a.example:70000",
        "*",
        "::1",
        "a b",
        "10.0.0.0/8"
      })
  void an_entry_that_is_no_host_is_named(String entry) {
    assertThatThrownBy(() -> AllowedHosts.parse("localhost," + entry))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(entry.strip());
  }

  @Test
  void an_empty_list_allows_nothing() {
    assertThat(AllowedHosts.parse("").allows(OutgoingTarget.of("http://localhost/"))).isFalse();
  }
}
