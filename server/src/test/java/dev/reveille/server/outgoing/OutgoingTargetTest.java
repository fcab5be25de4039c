package dev.reveille.server.outgoing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutgoingTargetTest {
  @Test
  void the_parts_of_a_url_are_those_that_are_sent() {
    assertThat(OutgoingTarget.of("HTTPS://Hooks.Example.:8443/a%20b?x=1&y=ü#part"))
        .isEqualTo(new OutgoingTarget(true, "hooks.example", 8443, "/a%20b?x=1&y=%C3%BC"));
    assertThat(OutgoingTarget.of("http://[::1]"))
        .isEqualTo(new OutgoingTarget(false, "::1", 80, "/"));
    assertThat(OutgoingTarget.of("https://a.example?q"))
        .isEqualTo(new OutgoingTarget(true, "a.example", 443, "/?q"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "hooks.example/path",
        "//hooks.example/",
        "ftp://hooks.example/",
        "file:///etc/passwd",
        "gopher://hooks.example/",
        "http:hooks.example",
        "http:///path",
        "http://",
        "http://user@hooks.example/",
        "http://user:secret@hooks.example/",
        "http://hooks.example@10.0.0.1/",
        "http://@hooks.example/",
        "http://hooks.example:0/",
        "http://hooks.example:99999/",
        "http://[fe80::1%25eth0]/",
        "http://hooks .example/",
        "http://hooks.example/a\r\nHost: other",
        "http://hooks.example\\@10.0.0.1/",
        "http://höhle.example/",
        "http://-a.example/"
      })
  void what_is_no_plain_web_address_is_refused(String url) {
    assertThatThrownBy(() -> OutgoingTarget.of(url))
        .isInstanceOf(RefusedRequest.class)
        .hasMessageNotContaining("secret");
  }

  @Test
  void a_long_url_is_refused() {
    var url = "http://hooks.example/" + "a".repeat(5_000);
    assertThatThrownBy(() -> OutgoingTarget.of(url)).isInstanceOf(RefusedRequest.class);
  }

  @Test
  void a_redirect_leads_to_the_same_server_or_it_does_not() {
    var from = OutgoingTarget.of("https://a.example:8443/in/here?x=1");
    assertThat(from.redirected("there?y=2")).isEqualTo(at(from, "/in/there?y=2"));
    assertThat(from.redirected("/top")).isEqualTo(at(from, "/top"));
    assertThat(from.redirected("https://A.example:8443/x").isSameServer(from)).isTrue();
    for (var away :
        new String[] {
          "https://b.example:8443/", "http://a.example:8443/", "https://a.example/", "//b.example/x"
        }) {
      assertThat(from.redirected(away).isSameServer(from)).as(away).isFalse();
    }
  }

  private static OutgoingTarget at(OutgoingTarget from, String path) {
    return new OutgoingTarget(from.tls(), from.host(), from.port(), path);
  }
}
