package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SeededSignatureTest {
  @Test
  void it_is_the_signature_that_the_identity_makes() {
    for (int seed = 0; seed < 5; seed++) {
      var identity = SeededIdentity.of(seed);
      assertThat(SeededSignature.sign(identity, "text " + seed))
          .isEqualTo(identity.sign("text " + seed));
    }
  }
}
