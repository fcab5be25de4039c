package dev.reveille.server.outgoing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class BodySigningTest {
  private static final String SECRET = "0123456789abcdef-secret";
  private static final BodySigning SIGNING =
      new BodySigning(SigningSecret.of(SECRET), "event-1", "route_2");

  @Test
  void a_receiver_with_the_secret_computes_the_same_signature() throws Exception {
    var body = OutgoingBody.of("{\"a\": 1}\n");
    var headers = SIGNING.headers(body, 1_700_000_000_999L);
    assertThat(headers)
        .containsEntry("Reveille-Event", "event-1")
        .containsEntry("Reveille-Route", "route_2")
        .containsEntry("Reveille-Version", "1")
        .containsEntry("Reveille-Timestamp", "1700000000");
    var mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    var signed = "1.event-1.route_2.1700000000." + body.text();
    assertThat(headers.get("Reveille-Signature"))
        .isEqualTo(
            "sha256="
                + HexFormat.of().formatHex(mac.doFinal(signed.getBytes(StandardCharsets.UTF_8))));
  }

  @Test
  void another_body_event_route_or_second_has_another_signature() {
    var body = OutgoingBody.of("body");
    var secret = SigningSecret.of(SECRET);
    assertThat(
            new String[] {
              signature(SIGNING, body, 5_000),
              signature(SIGNING, OutgoingBody.of("body "), 5_000),
              signature(SIGNING, body, 6_000),
              signature(new BodySigning(secret, "event-2", "route_2"), body, 5_000),
              signature(new BodySigning(secret, "event-1", "route_3"), body, 5_000)
            })
        .doesNotHaveDuplicates();
  }

  private static String signature(BodySigning signing, OutgoingBody body, long wallMillis) {
    return String.valueOf(signing.headers(body, wallMillis).get(BodySigning.SIGNATURE));
  }

  @Test
  void a_secret_is_in_no_text() {
    var request =
        OutgoingRequest.post(
                "https://a.example/?token=hidden", "text/plain", OutgoingBody.of("hidden"))
            .header("Authorization", "Bearer hidden")
            .signed(SIGNING);
    assertThat(request + " " + SIGNING + " " + SIGNING.secret()).doesNotContain("hidden", SECRET);
  }

  @Test
  void weak_secrets_and_ids_that_could_be_read_in_two_ways_are_refused() {
    assertThatThrownBy(() -> SigningSecret.of("too short")).hasMessageContaining("16 bytes");
    var secret = SigningSecret.of(SECRET);
    for (var id : new String[] {"", "a.b", "a b", "a\nb", "a".repeat(101)}) {
      assertThatThrownBy(() -> new BodySigning(secret, id, "r")).hasMessageContaining("ids");
      assertThatThrownBy(() -> new BodySigning(secret, "e", id)).hasMessageContaining("ids");
    }
  }
}
