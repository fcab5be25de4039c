package dev.reveille.server.outgoing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reveille.protocol.SignedBodies;
import dev.reveille.protocol.SignedBodies.Verdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A receiver takes exactly what this server has signed, and each event once. */
class SignedBodiesTest {
  private static final long NOW = 1_800_000_000_000L;
  private static final String SECRET = "0123456789abcdef0123456789abcdef";
  private static final String BODY = "{\"event\":\"wake\"}";
  private final List<String> effects = new ArrayList<>();
  private final SignedBodies receiver = new SignedBodies(SECRET, () -> NOW);

  private static Map<String, String> signed(String event, long at) {
    var signing = new BodySigning(SigningSecret.of(SECRET), event, "r7");
    return signing.headers(OutgoingBody.of(BODY), at);
  }

  private Verdict take(Map<String, String> headers, String body) {
    return receiver.take(headers, body.getBytes(UTF_8), b -> effects.add(new String(b, UTF_8)));
  }

  @Test
  void behaviour_62_a_wrong_signature_is_refused_before_the_body_is_read() {
    var headers = new HashMap<>(signed("wake-1", NOW));
    assertThat(take(headers, BODY + " ")).isEqualTo(Verdict.REFUSED);
    headers.put(BodySigning.EVENT, "wake-2");
    assertThat(take(headers, BODY)).isEqualTo(Verdict.REFUSED);
    headers.remove(BodySigning.SIGNATURE);
    assertThat(take(headers, BODY)).isEqualTo(Verdict.REFUSED);
    assertThat(take(Map.of(), "no JSON")).isEqualTo(Verdict.REFUSED);
    assertThat(effects).isEmpty();
    assertThat(take(signed("wake-1", NOW), BODY)).as("nothing was kept").isEqualTo(Verdict.TAKEN);
  }

  @Test
  void behaviour_62_the_same_event_twice_has_one_effect() {
    assertThat(take(signed("wake-1", NOW), BODY)).isEqualTo(Verdict.TAKEN);
    assertThat(take(signed("wake-1", NOW + 4_000), BODY)).isEqualTo(Verdict.REPEATED);
    assertThat(take(signed("wake-2", NOW), BODY)).isEqualTo(Verdict.TAKEN);
    assertThat(effects).containsExactly(BODY, BODY);
  }

  @Test
  void a_body_that_was_signed_long_ago_is_refused() {
    assertThat(take(signed("wake-1", NOW - 301_000), BODY)).isEqualTo(Verdict.REFUSED);
    assertThat(take(signed("wake-1", NOW - 299_000), BODY)).isEqualTo(Verdict.TAKEN);
  }

  @Test
  void an_effect_that_threw_may_be_tried_again() {
    assertThatThrownBy(
            () ->
                receiver.take(
                    signed("wake-1", NOW),
                    BODY.getBytes(UTF_8),
                    _ -> {
                      throw new IllegalStateException("disk full");
                    }))
        .hasMessage("disk full");
    assertThat(take(signed("wake-1", NOW), BODY)).isEqualTo(Verdict.TAKEN);
  }
}
